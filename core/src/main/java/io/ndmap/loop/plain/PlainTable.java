package io.ndmap.loop.plain;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.MixedComparison;
import io.ndmap.loop.RowByRow;
import io.ndmap.loop.Score;
import io.ndmap.loop.StridedMove;
import io.ndmap.loop.Sums;
import io.ndmap.loop.function.FunctionTable;
import io.ndmap.loop.plain.PlainTemplateData.Addend;
import io.ndmap.loop.plain.PlainTemplateData.DoubleMap;
import io.ndmap.loop.plain.PlainTemplateData.DoubleTest;
import io.ndmap.loop.plain.PlainTemplateData.FloatMap;
import io.ndmap.loop.plain.PlainTemplateData.IntMap;
import io.ndmap.loop.plain.PlainTemplateData.IntSteps;
import io.ndmap.loop.plain.PlainTemplateData.IntTest;
import io.ndmap.loop.plain.PlainTemplateData.LongMap;
import io.ndmap.loop.plain.PlainTemplateData.LongSteps;
import io.ndmap.loop.plain.PlainTemplateData.LongTest;
import io.ndmap.memory.Templates;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.function.DoubleBinaryOperator;

/// The table of operations in plain form, for each compute type. Operations that a type lacks are
/// computed in another compute type, see `ComputeTypes` in `engine`.
public final class PlainTable {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private static final ValueLayout.OfDouble BIG_ENDIAN =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final long NAT = TimeType.NOT_A_TIME;

  /// The mask of the low four bytes.
  private static final long LOW = 0xffff_ffffL;

  private PlainTable() {}

  /// Returns the loop of an operation.
  ///
  /// @param operation a [Binary], [Unary], [Comparison], [InternalOperation], [Sums], [Conversion],
  ///   [MixedComparison], [FourRows], [MinMaxRow], [Score] or [StridedMove]
  /// @param type the compute type of the operands
  public static Loop loop(Object operation, ScalarKind type) {
    if (operation instanceof Conversion conversion) {
      return new PlainConversion(conversion);
    }
    if (operation == InternalOperation.SWAPPED) {
      return new PlainSwap(type.itemsize());
    }
    if (operation instanceof StridedMove move) {
      return new PlainStridedMove(move, type.itemsize());
    }
    if (operation == InternalOperation.CHOICE) {
      return new PlainChoice(type.itemsize());
    }
    if (operation instanceof FourRows rows) {
      return ofRows(rows, type);
    }
    if (operation instanceof MinMaxRow row) {
      return new PlainMinMaxRow(loop(row.operation(), type), type.itemsize());
    }
    if (operation instanceof Sums sums) {
      Addend addend = addend(sums, type);
      return define(
          PlainSums.class, new PlainTemplateData(addend, type.itemsize(), false, sums.block()));
    }
    if (operation instanceof Score score) {
      return define(PlainScores.class, data(term(score, type), type));
    }
    LongMap packed =
        type.isInteger() && type.itemsize() <= Short.BYTES
            ? PackedInts.of(type).row(operation)
            : null;
    if (packed != null) {
      return define(PlainPacked.class, data(packed, type));
    }
    Object computed =
        switch (type) {
          case INT8, INT16, INT32, UINT8, UINT16 -> ofInts(operation);
          case UINT32 -> ofUnsignedInts(operation);
          case INT64 -> ofLongs(operation);
          case UINT64 -> ofUnsignedLongs(operation);
          case FLOAT16 -> ofHalves(operation);
          case FLOAT32 -> ofFloats(operation);
          case FLOAT64 -> ofDoubles(operation);
          case COMPLEX64 -> ComplexNumbers.ofFloats(operation);
          case COMPLEX128 -> ComplexNumbers.ofDoubles(operation);
          default -> throw new AssertionError(type);
        };
    Class<? extends Loop> template =
        switch (type) {
          case INT8, UINT8 -> PlainBytes.class;
          case INT16, UINT16, FLOAT16 -> PlainShorts.class;
          case INT32, UINT32 -> PlainInts.class;
          case INT64, UINT64 -> PlainLongs.class;
          case FLOAT32 -> computed instanceof FloatMap ? PlainFloats.class : PlainInts.class;
          case FLOAT64 ->
              computed instanceof DoubleMap || computed instanceof DoubleTest
                  ? PlainDoubles.class
                  : PlainLongs.class;
          default -> PlainPairs.class;
        };
    return define(template, data(computed, type));
  }

  private static Loop ofRows(FourRows rows, ScalarKind type) {
    Object map =
        switch (rows.results()) {
          case INT64 -> ofLongs(rows.operation());
          case FLOAT64 -> ofDoubles(rows.operation());
          default -> null;
        };
    Object fold = PlainFourRows.of(rows, map, type);
    return fold == null
        ? new RowByRow(loop(rows.operation(), type))
        : define(PlainFourRows.template(fold), data(fold, type));
  }

  private static PlainTemplateData data(Object computed, ScalarKind type) {
    return new PlainTemplateData(computed, type.itemsize(), type.isUnsigned(), 1);
  }

  private static Loop define(Class<? extends Loop> template, PlainTemplateData data) {
    return (Loop) Templates.define(LOOKUP, template, data);
  }

  /// Returns the operation that computes the addend of one element.
  private static Addend addend(Sums sums, ScalarKind type) {
    return switch (sums) {
      case NUMBERS ->
          type == ScalarKind.FLOAT32
              ? (items, at, _) -> items.get(FLOAT, at)
              : (items, at, _) -> items.get(DOUBLE, at);
      case BIG_ENDIAN -> (items, at, _) -> items.get(BIG_ENDIAN, at);
      case SQUARES ->
          (items, at, center) -> {
            double distance = items.get(DOUBLE, at) - center;
            return distance * distance;
          };
    };
  }

  /// Returns the operation that computes the term of a score for one element of each vector.
  private static Object term(Score score, ScalarKind type) {
    boolean isProduct = score == Score.PRODUCT;
    return switch (type) {
      case FLOAT32 ->
          isProduct ? (FloatMap) (a, b, _) -> a * b : (FloatMap) (a, b, _) -> (a - b) * (a - b);
      case FLOAT64 ->
          isProduct ? (DoubleMap) (a, b, _) -> a * b : (DoubleMap) (a, b, _) -> (a - b) * (a - b);
      case INT64 ->
          isProduct ? (LongMap) (a, b, _) -> a * b : (LongMap) (a, b, _) -> (a - b) * (a - b);
      default -> throw new AssertionError(type);
    };
  }

  // Small unsigned integers are zero-extended, so signed comparisons hold for them.

  private static Object ofInts(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case PLUS -> (IntMap) (a, b, _) -> a + b;
        case MINUS -> (IntMap) (a, b, _) -> a - b;
        case TIMES -> (IntMap) (a, b, _) -> a * b;
        case FLOOR_DIVIDED_BY -> (IntMap) (a, b, _) -> b == 0 ? 0 : Math.floorDiv(a, b);
        case REMAINDER -> (IntMap) (a, b, _) -> b == 0 ? 0 : Math.floorMod(a, b);
        case FMOD -> (IntMap) (a, b, _) -> b == 0 ? 0 : a % b;
        case POWER -> (IntMap) (a, b, _) -> (int) Powers.signed(a, b);
        case MINIMUM -> (IntMap) (a, b, _) -> Math.min(a, b);
        case MAXIMUM -> (IntMap) (a, b, _) -> Math.max(a, b);
        case AND -> (IntMap) (a, b, _) -> a & b;
        case OR -> (IntMap) (a, b, _) -> a | b;
        case XOR -> (IntMap) (a, b, _) -> a ^ b;
        case SHIFTED_LEFT -> (IntMap) (a, b, _) -> b >>> 5 == 0 ? a << b : 0;
        case SHIFTED_RIGHT -> (IntMap) (a, b, _) -> a >> (b >>> 5 == 0 ? b : 31);
        case GCD ->
            (IntMap) (a, b, _) -> (int) Divisors.gcd(Math.abs((long) a), Math.abs((long) b));
        case LCM ->
            (IntMap) (a, b, _) -> (int) Divisors.lcm(Math.abs((long) a), Math.abs((long) b));
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case NEGATIVE -> (IntMap) (a, _, _) -> -a;
        case ABSOLUTE -> (IntMap) (a, _, _) -> Math.abs(a);
        case SIGN -> (IntMap) (a, _, _) -> Integer.signum(a);
        // The result of C on x86-64, which converts infinity to the lowest integer.
        case RECIPROCAL -> (IntMap) (a, _, _) -> a == 0 ? Integer.MIN_VALUE : 1 / a;
        case INVERTED -> (IntMap) (a, _, _) -> ~a;
        case FLOOR, CEIL, TRUNC, CONJUGATE -> (IntMap) (a, _, _) -> a;
        case BIT_COUNT -> (IntMap) (a, _, _) -> Integer.bitCount(Math.abs(a));
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case LESS -> (IntTest) (a, b, _) -> Bits.less(a, b);
        case LESS_EQUAL -> (IntTest) (a, b, _) -> Bits.less(b, a) ^ 1;
        case EQUAL -> (IntTest) (a, b, _) -> Bits.equal(a, b);
        case NOT_EQUAL -> (IntTest) (a, b, _) -> Bits.equal(a, b) ^ 1;
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof InternalOperation special) {
      return switch (special) {
        case CLIP -> (IntSteps) (a, low, high) -> Math.min(Math.max(a, low), high);
        case WITHIN -> (IntTest) (a, low, high) -> Bits.below(high - low, a - low) ^ 1;
        case BEYOND -> (IntTest) (a, low, high) -> Bits.below(high - low, a - low);
        default -> throw new AssertionError(operation);
      };
    }
    throw new AssertionError(operation);
  }

  private static Object ofUnsignedInts(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case FLOOR_DIVIDED_BY -> (IntMap) (a, b, _) -> b == 0 ? 0 : Integer.divideUnsigned(a, b);
        case REMAINDER, FMOD -> (IntMap) (a, b, _) -> b == 0 ? 0 : Integer.remainderUnsigned(a, b);
        case POWER -> (IntMap) (a, b, _) -> (int) Powers.unsigned(a, b & 0xffff_ffffL);
        case MINIMUM -> (IntMap) (a, b, _) -> flipSign(Math.min(flipSign(a), flipSign(b)));
        case MAXIMUM -> (IntMap) (a, b, _) -> flipSign(Math.max(flipSign(a), flipSign(b)));
        case SHIFTED_RIGHT -> (IntMap) (a, b, _) -> b >>> 5 == 0 ? a >>> b : 0;
        case GCD -> (IntMap) (a, b, _) -> (int) Divisors.gcd(a & LOW, b & LOW);
        case LCM -> (IntMap) (a, b, _) -> (int) Divisors.lcm(a & LOW, b & LOW);
        default -> ofInts(operation);
      };
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case ABSOLUTE -> (IntMap) (a, _, _) -> a;
        case BIT_COUNT -> (IntMap) (a, _, _) -> Integer.bitCount(a);
        case SIGN -> (IntMap) (a, _, _) -> a == 0 ? 0 : 1;
        case RECIPROCAL -> (IntMap) (a, _, _) -> a == 1 ? 1 : 0;
        default -> ofInts(operation);
      };
    }
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case LESS -> (IntTest) (a, b, _) -> Bits.below(a, b);
        case LESS_EQUAL -> (IntTest) (a, b, _) -> Bits.below(b, a) ^ 1;
        default -> ofInts(operation);
      };
    }
    if (operation instanceof InternalOperation special) {
      return switch (special) {
        case CLIP ->
            (IntSteps)
                (a, low, high) -> {
                  int raised = Math.max(flipSign(a), flipSign(low));
                  return flipSign(Math.min(raised, flipSign(high)));
                };
        default -> ofInts(operation);
      };
    }
    return ofInts(operation);
  }

  /// Flips the sign bit, which maps unsigned integers to signed order, and back to unsigned order.
  private static int flipSign(int a) {
    return a ^ Integer.MIN_VALUE;
  }

  private static Object ofLongs(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case PLUS -> (LongMap) (a, b, _) -> a + b;
        case MINUS -> (LongMap) (a, b, _) -> a - b;
        case TIMES -> (LongMap) (a, b, _) -> a * b;
        case FLOOR_DIVIDED_BY -> (LongMap) (a, b, _) -> b == 0 ? 0 : Math.floorDiv(a, b);
        case REMAINDER -> (LongMap) (a, b, _) -> b == 0 ? 0 : Math.floorMod(a, b);
        case FMOD -> (LongMap) (a, b, _) -> b == 0 ? 0 : a % b;
        case POWER -> (LongMap) (a, b, _) -> Powers.signed(a, b);
        case MINIMUM -> (LongMap) (a, b, _) -> Math.min(a, b);
        case MAXIMUM -> (LongMap) (a, b, _) -> Math.max(a, b);
        case AND -> (LongMap) (a, b, _) -> a & b;
        case OR -> (LongMap) (a, b, _) -> a | b;
        case XOR -> (LongMap) (a, b, _) -> a ^ b;
        case SHIFTED_LEFT -> (LongMap) (a, b, _) -> b >>> 6 == 0 ? a << b : 0;
        case SHIFTED_RIGHT -> (LongMap) (a, b, _) -> a >> (b >>> 6 == 0 ? b : 63);
        case GCD -> (LongMap) (a, b, _) -> Divisors.gcd(Math.abs(a), Math.abs(b));
        case LCM -> (LongMap) (a, b, _) -> Divisors.lcm(Math.abs(a), Math.abs(b));
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case NEGATIVE -> (LongMap) (a, _, _) -> -a;
        case ABSOLUTE -> (LongMap) (a, _, _) -> Math.abs(a);
        case SIGN -> (LongMap) (a, _, _) -> Long.signum(a);
        case RECIPROCAL -> (LongMap) (a, _, _) -> a == 0 ? Long.MIN_VALUE : 1 / a;
        case INVERTED -> (LongMap) (a, _, _) -> ~a;
        case FLOOR, CEIL, TRUNC, CONJUGATE -> (LongMap) (a, _, _) -> a;
        case BIT_COUNT -> (LongMap) (a, _, _) -> Long.bitCount(Math.abs(a));
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case LESS -> (LongTest) (a, b, _) -> Bits.less(a, b);
        case LESS_EQUAL -> (LongTest) (a, b, _) -> Bits.less(b, a) ^ 1;
        case EQUAL -> (LongTest) (a, b, _) -> Bits.equal(a, b);
        case NOT_EQUAL -> (LongTest) (a, b, _) -> Bits.equal(a, b) ^ 1;
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof InternalOperation special) {
      return switch (special) {
        case CLIP -> (LongSteps) (a, low, high) -> Math.min(Math.max(a, low), high);
        case WITHIN -> (LongTest) (a, low, high) -> Bits.below(high - low, a - low) ^ 1;
        case BEYOND -> (LongTest) (a, low, high) -> Bits.below(high - low, a - low);
        default -> ofTicks((InternalOperation) operation);
      };
    }
    if (operation instanceof MixedComparison(Comparison how, MixedComparison.Sides sides)) {
      return ofMixed(how, sides);
    }
    throw new AssertionError(operation);
  }

  private static Object ofUnsignedLongs(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case FLOOR_DIVIDED_BY -> (LongMap) (a, b, _) -> b == 0 ? 0 : Long.divideUnsigned(a, b);
        case REMAINDER, FMOD -> (LongMap) (a, b, _) -> b == 0 ? 0 : Long.remainderUnsigned(a, b);
        case POWER -> (LongMap) (a, b, _) -> Powers.unsigned(a, b);
        case MINIMUM -> (LongMap) (a, b, _) -> flipSign(Math.min(flipSign(a), flipSign(b)));
        case MAXIMUM -> (LongMap) (a, b, _) -> flipSign(Math.max(flipSign(a), flipSign(b)));
        case SHIFTED_RIGHT -> (LongMap) (a, b, _) -> b >>> 6 == 0 ? a >>> b : 0;
        case GCD -> (LongMap) (a, b, _) -> Divisors.gcd(a, b);
        case LCM -> (LongMap) (a, b, _) -> Divisors.lcm(a, b);
        default -> ofLongs(operation);
      };
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case ABSOLUTE -> (LongMap) (a, _, _) -> a;
        case BIT_COUNT -> (LongMap) (a, _, _) -> Long.bitCount(a);
        case SIGN -> (LongMap) (a, _, _) -> a == 0 ? 0 : 1;
        case RECIPROCAL -> (LongMap) (a, _, _) -> a == 1 ? 1 : 0;
        default -> ofLongs(operation);
      };
    }
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case LESS -> (LongTest) (a, b, _) -> Bits.below(a, b);
        case LESS_EQUAL -> (LongTest) (a, b, _) -> Bits.below(b, a) ^ 1;
        default -> ofLongs(operation);
      };
    }
    if (operation instanceof InternalOperation special) {
      return switch (special) {
        case CLIP ->
            (LongSteps)
                (a, low, high) -> {
                  long raised = Math.max(flipSign(a), flipSign(low));
                  return flipSign(Math.min(raised, flipSign(high)));
                };
        default -> ofLongs(operation);
      };
    }
    return ofLongs(operation);
  }

  private static long flipSign(long a) {
    return a ^ Long.MIN_VALUE;
  }

  private static Object ofTicks(InternalOperation operation) {
    return switch (operation) {
      case TICKS_PLUS -> (LongMap) (a, b, _) -> a == NAT || b == NAT ? NAT : a + b;
      case TICKS_MINUS -> (LongMap) (a, b, _) -> a == NAT || b == NAT ? NAT : a - b;
      // NaT is the lowest integer, so the minimum of NaT and ticks is NaT.
      case TICKS_MINIMUM -> (LongMap) (a, b, _) -> Math.min(a, b);
      case TICKS_MAXIMUM -> (LongMap) (a, b, _) -> a == NAT || b == NAT ? NAT : Math.max(a, b);
      case TICKS_FMIN -> (LongMap) (a, b, _) -> a == NAT ? b : b == NAT ? a : Math.min(a, b);
      case TICKS_FMAX -> (LongMap) (a, b, _) -> Math.max(a, b);
      case TICKS_TIMES -> (LongMap) (a, b, _) -> a == NAT ? NAT : a * b;
      case TICKS_DIVIDED -> (LongMap) (a, b, _) -> a == NAT || b == 0 ? NAT : a / b;
      case TICKS_TIMES_DOUBLES ->
          (LongMap) (a, b, _) -> a == NAT ? NAT : ticks(a * Double.longBitsToDouble(b));
      case TICKS_DIVIDED_BY_DOUBLES ->
          (LongMap) (a, b, _) -> a == NAT ? NAT : ticks(a / Double.longBitsToDouble(b));
      case TICKS_RATIO ->
          (LongMap)
              (a, b, _) ->
                  Double.doubleToRawLongBits(
                      a == NAT || b == NAT ? Double.NaN : (double) a / (double) b);
      case SWAPPED, CHOICE, CLIP, WITHIN, BEYOND, AT_LEAST, AT_MOST, COUNT ->
          throw new AssertionError(operation);
    };
  }

  /// Converts a double to ticks as C does on x86-64: numbers that do not fit become NaT.
  private static long ticks(double scaled) {
    // The condition is false for NaN, too.
    return scaled >= -0x1p63 && scaled < 0x1p63 ? (long) scaled : NAT;
  }

  private static Object ofMixed(Comparison how, MixedComparison.Sides sides) {
    return switch (sides) {
      case TICKS ->
          switch (how) {
            case LESS -> (LongTest) (a, b, _) -> Bits.less(a, b) & differsFromNat(a);
            case LESS_EQUAL -> (LongTest) (a, b, _) -> (Bits.less(b, a) ^ 1) & differsFromNat(a);
            case EQUAL -> (LongTest) (a, b, _) -> Bits.equal(a, b) & differsFromNat(a);
            case NOT_EQUAL -> (LongTest) (a, b, _) -> (Bits.equal(a, b) & differsFromNat(a)) ^ 1;
            case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
          };
      case SIGNED_AND_UNSIGNED ->
          switch (how) {
            case LESS -> (LongTest) (a, b, _) -> a >>> 63 | Bits.below(a, b);
            case LESS_EQUAL -> (LongTest) (a, b, _) -> a >>> 63 | (Bits.below(b, a) ^ 1);
            case EQUAL -> (LongTest) (a, b, _) -> Bits.equal(a, b) & ~a >>> 63;
            case NOT_EQUAL -> (LongTest) (a, b, _) -> (Bits.equal(a, b) & ~a >>> 63) ^ 1;
            case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
          };
      case UNSIGNED_AND_SIGNED ->
          switch (how) {
            case LESS -> (LongTest) (a, b, _) -> ~b >>> 63 & Bits.below(a, b);
            case LESS_EQUAL -> (LongTest) (a, b, _) -> ~b >>> 63 & (Bits.below(b, a) ^ 1);
            case EQUAL -> (LongTest) (a, b, _) -> Bits.equal(a, b) & ~a >>> 63;
            case NOT_EQUAL -> (LongTest) (a, b, _) -> (Bits.equal(a, b) & ~a >>> 63) ^ 1;
            case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
          };
    };
  }

  private static long differsFromNat(long ticks) {
    return Bits.equal(ticks, NAT) ^ 1;
  }

  private static Object ofFloats(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case PLUS -> (FloatMap) (a, b, _) -> a + b;
        case MINUS -> (FloatMap) (a, b, _) -> a - b;
        case TIMES -> (FloatMap) (a, b, _) -> a * b;
        case DIVIDED_BY -> (FloatMap) (a, b, _) -> a / b;
        case FLOOR_DIVIDED_BY -> (FloatMap) (a, b, _) -> Quotients.floorDivide(a, b);
        case REMAINDER -> (FloatMap) (a, b, _) -> Quotients.remainder(a, b);
        case FMOD -> (FloatMap) (a, b, _) -> a % b;
        case MINIMUM -> (FloatMap) (a, b, _) -> Math.min(a, b);
        case MAXIMUM -> (FloatMap) (a, b, _) -> Math.max(a, b);
        case FMIN ->
            (FloatMap) (a, b, _) -> Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.min(a, b);
        case FMAX ->
            (FloatMap) (a, b, _) -> Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.max(a, b);
        case NEXTAFTER -> (FloatMap) (a, b, _) -> Math.nextAfter(a, b);
        case LDEXP -> (FloatMap) (a, b, _) -> Math.scalb(a, (int) b);
        case COPYSIGN -> ofBitsOfFloats(operation);
        default -> rounded(FunctionTable.function(operation, true));
      };
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case NEGATIVE -> (FloatMap) (a, _, _) -> -a;
        case ABSOLUTE -> (FloatMap) (a, _, _) -> Math.abs(a);
        case SQRT -> (FloatMap) (a, _, _) -> (float) Math.sqrt(a);
        case SIGN -> (FloatMap) (a, _, _) -> Math.signum(a) + 0.0f;
        case RECIPROCAL -> (FloatMap) (a, _, _) -> 1 / a;
        case RINT -> (FloatMap) (a, _, _) -> (float) Math.rint(a);
        case FLOOR -> (FloatMap) (a, _, _) -> (float) Math.floor(a);
        case CEIL -> (FloatMap) (a, _, _) -> (float) Math.ceil(a);
        case TRUNC -> (FloatMap) (a, _, _) -> a < 0 ? (float) Math.ceil(a) : (float) Math.floor(a);
        case CONJUGATE -> (FloatMap) (a, _, _) -> a;
        case SPACING -> (FloatMap) (a, _, _) -> (a < 0 ? Math.nextDown(a) : Math.nextUp(a)) - a;
        case IS_NAN, IS_FINITE, IS_INFINITE, SIGNBIT -> ofBitsOfFloats(operation);
        default -> rounded(FunctionTable.function(operation, true));
      };
    }
    return ofBitsOfFloats(operation);
  }

  private static FloatMap rounded(DoubleBinaryOperator function) {
    return (a, b, _) -> (float) function.applyAsDouble(a, b);
  }

  private static DoubleMap doubles(DoubleBinaryOperator function) {
    return (a, b, _) -> function.applyAsDouble(a, b);
  }

  /// Returns an operation on the bits of floats. Tests work on the bits, because HotSpot does not
  /// vectorise loops from floats to bytes.
  private static Object ofBitsOfFloats(Object operation) {
    if (operation == Binary.COPYSIGN) {
      return (IntMap) (a, b, _) -> (a & Integer.MAX_VALUE) | (b & Integer.MIN_VALUE);
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case IS_NAN -> (IntTest) (a, _, _) -> Bits.isNumber(a) ^ 1;
        case IS_FINITE -> (IntTest) (a, _, _) -> Bits.isFinite(a);
        case IS_INFINITE -> (IntTest) (a, _, _) -> Bits.isNumber(a) & (Bits.isFinite(a) ^ 1);
        case SIGNBIT -> (IntTest) (a, _, _) -> (long) a >>> 63;
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case LESS ->
            (IntTest) (a, b, _) -> Bits.less(Bits.key(a), Bits.key(b)) & Bits.ordered(a, b);
        case LESS_EQUAL ->
            (IntTest) (a, b, _) -> (Bits.less(Bits.key(b), Bits.key(a)) ^ 1) & Bits.ordered(a, b);
        case EQUAL ->
            (IntTest) (a, b, _) -> Bits.equal(Bits.key(a), Bits.key(b)) & Bits.ordered(a, b);
        case NOT_EQUAL ->
            (IntTest) (a, b, _) -> (Bits.equal(Bits.key(a), Bits.key(b)) & Bits.ordered(a, b)) ^ 1;
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof InternalOperation special) {
      return switch (special) {
        case WITHIN -> (IntTest) Bits::within;
        case BEYOND -> (IntTest) (a, low, high) -> Bits.within(a, low, high) ^ 1;
        case AT_LEAST -> (IntTest) (a, low, _) -> Bits.atLeast(a, low);
        case AT_MOST -> (IntTest) (a, high, _) -> Bits.atMost(a, high);
        case CLIP -> (IntSteps) Bits::clip;
        default -> throw new AssertionError(operation);
      };
    }
    throw new AssertionError(operation);
  }

  /// Returns an operation on the bits of halves whose results would differ in a wider compute type.
  private static Object ofHalves(Object operation) {
    if (operation == Binary.NEXTAFTER) {
      return (IntMap) (a, b, _) -> Bits.halfAfter(a, b);
    }
    if (operation == Unary.SPACING) {
      return (IntMap) (a, _, _) -> Bits.halfSpacing(a);
    }
    throw new AssertionError(operation);
  }

  private static Object ofDoubles(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case PLUS -> (DoubleMap) (a, b, _) -> a + b;
        case MINUS -> (DoubleMap) (a, b, _) -> a - b;
        case TIMES -> (DoubleMap) (a, b, _) -> a * b;
        case DIVIDED_BY -> (DoubleMap) (a, b, _) -> a / b;
        case FLOOR_DIVIDED_BY -> (DoubleMap) (a, b, _) -> Quotients.floorDivide(a, b);
        case REMAINDER -> (DoubleMap) (a, b, _) -> Quotients.remainder(a, b);
        case FMOD -> (DoubleMap) (a, b, _) -> a % b;
        case MINIMUM -> (DoubleMap) (a, b, _) -> Math.min(a, b);
        case MAXIMUM -> (DoubleMap) (a, b, _) -> Math.max(a, b);
        case FMIN ->
            (DoubleMap) (a, b, _) -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
        case FMAX ->
            (DoubleMap) (a, b, _) -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
        case NEXTAFTER -> (DoubleMap) (a, b, _) -> Math.nextAfter(a, b);
        case LDEXP -> (DoubleMap) (a, b, _) -> Math.scalb(a, (int) b);
        case COPYSIGN -> (LongMap) (a, b, _) -> (a & Long.MAX_VALUE) | (b & Long.MIN_VALUE);
        default -> doubles(FunctionTable.function(operation, false));
      };
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case NEGATIVE -> (DoubleMap) (a, _, _) -> -a;
        case ABSOLUTE -> (DoubleMap) (a, _, _) -> Math.abs(a);
        case SQRT -> (DoubleMap) (a, _, _) -> Math.sqrt(a);
        case SIGN -> (DoubleMap) (a, _, _) -> Math.signum(a) + 0.0;
        case RECIPROCAL -> (DoubleMap) (a, _, _) -> 1 / a;
        case RINT -> (DoubleMap) (a, _, _) -> Math.rint(a);
        case FLOOR -> (DoubleMap) (a, _, _) -> Math.floor(a);
        case CEIL -> (DoubleMap) (a, _, _) -> Math.ceil(a);
        case TRUNC -> (DoubleMap) (a, _, _) -> a < 0 ? Math.ceil(a) : Math.floor(a);
        case CONJUGATE -> (DoubleMap) (a, _, _) -> a;
        case SPACING -> (DoubleMap) (a, _, _) -> (a < 0 ? Math.nextDown(a) : Math.nextUp(a)) - a;
        case IS_NAN -> (LongTest) (a, _, _) -> Bits.isNumber(a) ^ 1;
        case IS_FINITE -> (LongTest) (a, _, _) -> Bits.isFinite(a);
        case IS_INFINITE -> (LongTest) (a, _, _) -> Bits.isNumber(a) & (Bits.isFinite(a) ^ 1);
        case SIGNBIT -> (LongTest) (a, _, _) -> a >>> 63;
        default -> doubles(FunctionTable.function(operation, false));
      };
    }
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case LESS -> (DoubleTest) (a, b, _) -> Bits.less(a, b);
        case LESS_EQUAL -> (DoubleTest) (a, b, _) -> Bits.lessEqual(a, b);
        case EQUAL -> (DoubleTest) (a, b, _) -> Bits.equal(a, b);
        case NOT_EQUAL -> (DoubleTest) (a, b, _) -> Bits.equal(a, b) ^ 1;
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof InternalOperation special) {
      return switch (special) {
        case WITHIN -> (LongTest) Bits::within;
        case BEYOND -> (LongTest) (a, low, high) -> Bits.within(a, low, high) ^ 1;
        case AT_LEAST -> (LongTest) (a, low, _) -> Bits.atLeast(a, low);
        case AT_MOST -> (LongTest) (a, high, _) -> Bits.atMost(a, high);
        case CLIP -> (LongSteps) Bits::clip;
        default -> throw new AssertionError(operation);
      };
    }
    throw new AssertionError(operation);
  }
}
