package io.ndmap.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.Fused;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.MixedComparison;
import io.ndmap.loop.Score;
import io.ndmap.loop.Span;
import io.ndmap.loop.StridedMove;
import io.ndmap.loop.Sums;
import io.ndmap.loop.plain.PlainTable;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import io.ndmap.value.ScalarBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests all loops of the tables on all compute types: against a computation of one element at a
/// time, and the vector loops against the plain ones, for any count, with scalar operands, and with
/// results that replace the first operand.
class LoopsTest {

  static final List<ScalarKind> LANES =
      List.of(
          ScalarKind.INT8,
          ScalarKind.INT16,
          ScalarKind.INT32,
          ScalarKind.INT64,
          ScalarKind.UINT8,
          ScalarKind.UINT16,
          ScalarKind.UINT32,
          ScalarKind.UINT64,
          ScalarKind.FLOAT32,
          ScalarKind.FLOAT64);

  private static final int OPERANDS = 3;

  record Case(Object operation, ScalarKind lane) {

    boolean isTest() {
      return switch (operation) {
        case Comparison _, MixedComparison _ -> true;
        case InternalOperation.WITHIN, InternalOperation.BEYOND -> true;
        case InternalOperation.AT_LEAST, InternalOperation.AT_MOST -> true;
        case Unary.IS_NAN, Unary.IS_FINITE, Unary.IS_INFINITE, Unary.SIGNBIT -> true;
        default -> false;
      };
    }

    boolean isRange() {
      return operation == InternalOperation.CLIP
          || operation == InternalOperation.WITHIN
          || operation == InternalOperation.BEYOND;
    }

    boolean hasOneEnd() {
      return operation == InternalOperation.AT_LEAST || operation == InternalOperation.AT_MOST;
    }

    int arity() {
      return operation instanceof Unary || operation == InternalOperation.SWAPPED
          ? 1
          : isRange() || operation == InternalOperation.CHOICE ? OPERANDS : 2;
    }

    int resultSize() {
      return isTest() ? 1 : lane.itemsize();
    }
  }

  private static Stream<Case> cases() {
    List<Case> all = new ArrayList<>();
    for (ScalarKind lane : LANES) {
      for (Binary operation : Binary.values()) {
        boolean has =
            switch (operation) {
              case PLUS, MINUS, TIMES, FLOOR_DIVIDED_BY, REMAINDER, FMOD, POWER -> true;
              case MINIMUM, MAXIMUM -> true;
              // These are made of other loops.
              case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> false;
              case AND, OR, XOR, SHIFTED_LEFT, SHIFTED_RIGHT, GCD, LCM -> !lane.isFloat();
              default -> lane.isFloat();
            };
        if (has) {
          all.add(new Case(operation, lane));
        }
      }
      for (Unary operation : Unary.values()) {
        boolean has =
            switch (operation) {
              case INVERTED, BIT_COUNT -> !lane.isFloat();
              case NEGATIVE, ABSOLUTE, FLOOR, CEIL, TRUNC, SIGN, RECIPROCAL, CONJUGATE -> true;
              // These are made of other loops.
              case SQUARE, DEGREES, RADIANS, LOGICAL_NOT -> false;
              default -> lane.isFloat();
            };
        if (has) {
          all.add(new Case(operation, lane));
        }
      }
      for (Comparison how : comparisons()) {
        all.add(new Case(how, lane));
      }
      all.add(new Case(InternalOperation.CLIP, lane));
      all.add(new Case(InternalOperation.WITHIN, lane));
      all.add(new Case(InternalOperation.BEYOND, lane));
      if (lane.isFloat()) {
        all.add(new Case(InternalOperation.AT_LEAST, lane));
        all.add(new Case(InternalOperation.AT_MOST, lane));
      }
      if (lane.isUnsigned()) {
        all.add(new Case(InternalOperation.CHOICE, lane));
        if (lane.itemsize() > 1) {
          all.add(new Case(InternalOperation.SWAPPED, lane));
        }
      }
    }
    for (Comparison how : comparisons()) {
      all.add(new Case(new MixedComparison(how, MixedComparison.Sides.TICKS), ScalarKind.INT64));
      all.add(
          new Case(
              new MixedComparison(how, MixedComparison.Sides.SIGNED_AND_UNSIGNED),
              ScalarKind.INT64));
      all.add(
          new Case(
              new MixedComparison(how, MixedComparison.Sides.UNSIGNED_AND_SIGNED),
              ScalarKind.UINT64));
    }
    for (InternalOperation special : InternalOperation.values()) {
      if (special.name().startsWith("TICKS")) {
        all.add(new Case(special, ScalarKind.INT64));
      }
    }
    return all.stream();
  }

  private static List<Comparison> comparisons() {
    return List.of(Comparison.LESS, Comparison.LESS_EQUAL, Comparison.EQUAL, Comparison.NOT_EQUAL);
  }

  // ---- operands

  /// Three operands and a buffer for results, each in its own block of scratch memory, at an odd
  /// address.
  private static final class Operands implements AutoCloseable {

    private final Scratch scratch = Scratch.take();
    private final ScalarKind lane;
    private final Span[] runs = new Span[OPERANDS];
    private final Span result;
    private final Span other;

    Operands(ScalarKind lane, int count, long seed) {
      this.lane = lane;
      Random random = new Random(seed);
      ArrayBuffers room = new ArrayBuffers(count);
      for (int k = 0; k < OPERANDS; k++) {
        runs[k] = new Span(scratch.memory(), Scratch.at(k) + 1, room);
        for (int i = 0; i < Math.max(count, Span.NUMBER); i++) {
          set(k, i, bits(lane, random));
        }
      }
      this.result = new Span(scratch.memory(), Scratch.at(OPERANDS) + 1, room);
      this.other = new Span(scratch.memory(), Scratch.at(OPERANDS + 1) + 1, room);
    }

    void set(int operand, int i, long bits) {
      for (int k = 0; k < lane.itemsize(); k++) {
        runs[operand].set(i * lane.itemsize() + k, (byte) (bits >>> (Byte.SIZE * k)));
      }
    }

    /// Returns an element, sign- or zero-extended.
    long get(Span run, int i, int size, boolean unsigned) {
      long bits = 0;
      for (int k = 0; k < size; k++) {
        bits |= (run.getByte(i * size + k) & 0xffL) << (Byte.SIZE * k);
      }
      int unused = Long.SIZE - Byte.SIZE * size;
      return unsigned ? bits : bits << unused >> unused;
    }

    long get(int operand, int i) {
      int at = runs[operand].isNumber() ? 0 : i;
      return get(runs[operand], at, lane.itemsize(), lane.isUnsigned());
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    2.5,
    -3.5,
    7,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Double.MAX_VALUE,
    1.0e30,
    1.5e9,
    -1.5e9,
    2147483647.5,
    -2147483648.5,
    4294967295.5,
    9.0e18,
    -9.0e18,
    1.8e19,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
  };

  private static final long[] LONGS = {
    0, 1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 100, 127, 128, 255, 32767, 32768, 65535, 1L << 31,
    1L << 32
  };

  private static long bits(ScalarKind lane, Random random) {
    boolean edge = random.nextInt(3) > 0;
    if (lane.isFloat()) {
      double number = edge ? DOUBLES[random.nextInt(DOUBLES.length)] : 20 * random.nextDouble() - 9;
      return ScalarBits.ofDouble(lane, number);
    }
    if (!edge) {
      return random.nextLong();
    }
    long integer = LONGS[random.nextInt(LONGS.length)];
    return switch (random.nextInt(4)) {
      case 0 -> -integer;
      case 1 -> Long.MIN_VALUE >> (Long.SIZE - Byte.SIZE * lane.itemsize());
      default -> integer;
    };
  }

  /// Makes the operands valid: the ends of ranges are not NaN, and are both zero or neither; NumPy
  /// refuses negative exponents.
  private static void prepare(Case one, Operands operands, int count) {
    if (one.isRange()) {
      long first = number(one.lane, operands.get(1, 0));
      long second = number(one.lane, operands.get(2, 0));
      boolean turned = isLess(one.lane, second, first);
      long low = turned ? second : first;
      long high = turned ? first : second;
      operands.runs[1] = operands.runs[1].number(one.lane, withZeros(one.lane, low, -0.0));
      operands.runs[2] = operands.runs[2].number(one.lane, withZeros(one.lane, high, 0.0));
    }
    if (one.hasOneEnd()) {
      double zero = one.operation == InternalOperation.AT_LEAST ? -0.0 : 0.0;
      long end = withZeros(one.lane, number(one.lane, operands.get(1, 0)), zero);
      operands.runs[1] = operands.runs[1].number(one.lane, end);
    }
    if (one.operation == Binary.POWER && !one.lane.isFloat()) {
      for (int i = 0; i < Math.max(count, Span.NUMBER); i++) {
        long exponent = operands.get(1, i);
        operands.set(1, i, (exponent < 0 && !one.lane.isUnsigned() ? ~exponent : exponent) & 0x3f);
      }
    }
  }

  private static long number(ScalarKind lane, long bits) {
    boolean isNaN = lane.isFloat() && Double.isNaN(ScalarBits.toDouble(lane, bits));
    return isNaN ? ScalarBits.ofDouble(lane, 5) : bits;
  }

  private static long withZeros(ScalarKind lane, long bits, double zero) {
    boolean isZero = lane.isFloat() && ScalarBits.toDouble(lane, bits) == 0;
    return isZero ? ScalarBits.ofDouble(lane, zero) : bits;
  }

  private static boolean isLess(ScalarKind lane, long a, long b) {
    return lane.isFloat()
        ? ScalarBits.toDouble(lane, a) < ScalarBits.toDouble(lane, b)
        : integer(lane, a).compareTo(integer(lane, b)) < 0;
  }

  // ---- beside one element at a time

  @ParameterizedTest
  @MethodSource("cases")
  void isOfEachItemBySelf(Case one) {
    assumeFalse(Vectors.ENABLED, "plain loops are the same where there are others");
    // A range has one pair of ends for all elements.
    boolean hasEnds = one.isRange() || one.hasOneEnd();
    int count = hasEnds ? 40 : 500;
    for (int seed = 0; seed < (hasEnds ? 40 : 1); seed++) {
      try (Operands operands = new Operands(one.lane, count, seed)) {
        prepare(one, operands, count);
        Span[] runs = Arrays.copyOf(operands.runs, one.arity());
        PlainTable.loop(one.operation, one.lane).run(runs, operands.result, count);
        checkItems(one, operands, count);
      }
    }
  }

  private static void checkItems(Case one, Operands operands, int count) {
    for (int i = 0; i < count; i++) {
      long a = operands.get(0, i);
      long b = operands.get(1, i);
      long c = operands.get(2, i);
      if (one.operation == InternalOperation.CHOICE) {
        a = operands.runs[0].getByte(i);
      }
      Object expected = one.lane.isFloat() ? ofFloats(one, a, b, c) : ofIntegers(one, a, b, c);
      if (expected == null) {
        continue;
      }
      long found =
          operands.get(
              operands.result, i, one.resultSize(), !one.isTest() && one.lane.isUnsigned());
      Object wanted = expected instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : expected;
      if (!wanted.equals(found)) {
        throw new AssertionError(
            "%s of %s, %s and %s: %s, not %s".formatted(one, a, b, c, found, expected));
      }
    }
  }

  private static @Nullable Object ofIntegers(Case one, long first, long second, long third) {
    ScalarKind lane = one.lane;
    BigInteger a = integer(lane, first);
    BigInteger b = integer(lane, second);
    BigInteger c = integer(lane, third);
    int bits = Byte.SIZE * lane.itemsize();
    BigInteger zero = BigInteger.ZERO;
    boolean inside = b.compareTo(a) <= 0 && a.compareTo(c) <= 0;
    boolean isShift = b.signum() >= 0 && b.compareTo(BigInteger.valueOf(bits)) < 0;
    return switch (one.operation) {
      case Binary.PLUS -> wrap(lane, a.add(b));
      case Binary.MINUS -> wrap(lane, a.subtract(b));
      case Binary.TIMES -> wrap(lane, a.multiply(b));
      case Binary.FLOOR_DIVIDED_BY -> wrap(lane, b.signum() == 0 ? zero : floor(a, b));
      case Binary.REMAINDER ->
          wrap(lane, b.signum() == 0 ? zero : a.subtract(floor(a, b).multiply(b)));
      case Binary.FMOD -> wrap(lane, b.signum() == 0 ? zero : a.remainder(b));
      case Binary.POWER -> wrap(lane, a.pow(b.intValue()));
      case Binary.MINIMUM -> wrap(lane, a.min(b));
      case Binary.MAXIMUM -> wrap(lane, a.max(b));
      case Binary.AND -> wrap(lane, a.and(b));
      case Binary.OR -> wrap(lane, a.or(b));
      case Binary.XOR -> wrap(lane, a.xor(b));
      case Binary.SHIFTED_LEFT -> wrap(lane, isShift ? a.shiftLeft(b.intValue()) : zero);
      case Binary.SHIFTED_RIGHT -> wrap(lane, a.shiftRight(isShift ? b.intValue() : bits));
      case Unary.NEGATIVE -> wrap(lane, a.negate());
      case Unary.ABSOLUTE -> wrap(lane, a.abs());
      case Unary.SIGN -> wrap(lane, BigInteger.valueOf(a.signum()));
      case Unary.RECIPROCAL -> {
        long ofZero = lane.isUnsigned() || bits < 32 ? 0 : -1L << (bits - 1);
        yield a.signum() == 0 ? ofZero : wrap(lane, BigInteger.ONE.divide(a));
      }
      case Binary.GCD -> wrap(lane, a.gcd(b));
      case Binary.LCM ->
          wrap(lane, a.gcd(b).signum() == 0 ? zero : a.multiply(b).abs().divide(a.gcd(b)));
      case Unary.BIT_COUNT -> wrap(lane, BigInteger.valueOf(a.abs().bitCount()));
      case Unary.INVERTED -> wrap(lane, a.not());
      case Unary.FLOOR, Unary.CEIL, Unary.TRUNC, Unary.CONJUGATE -> wrap(lane, a);
      case Comparison how -> holds(how, a.compareTo(b));
      case InternalOperation.CLIP -> wrap(lane, a.max(b).min(c));
      case InternalOperation.WITHIN -> inside;
      case InternalOperation.BEYOND -> !inside;
      case InternalOperation.CHOICE -> wrap(lane, first != 0 ? b : c);
      case InternalOperation.SWAPPED -> Long.reverseBytes(first) >>> (Long.SIZE - bits);
      case MixedComparison(Comparison how, MixedComparison.Sides sides) ->
          switch (sides) {
            case TICKS ->
                isNat(first, second)
                    ? how == Comparison.NOT_EQUAL
                    : holds(how, Long.compare(first, second));
            case SIGNED_AND_UNSIGNED ->
                holds(
                    how,
                    integer(ScalarKind.INT64, first).compareTo(integer(ScalarKind.UINT64, second)));
            case UNSIGNED_AND_SIGNED ->
                holds(
                    how,
                    integer(ScalarKind.UINT64, first).compareTo(integer(ScalarKind.INT64, second)));
          };
      case InternalOperation special -> ofTicks(special, first, second);
      default -> throw new AssertionError(one);
    };
  }

  private static boolean isNat(long a, long b) {
    return a == Long.MIN_VALUE || b == Long.MIN_VALUE;
  }

  private static long ofTicks(InternalOperation operation, long a, long b) {
    long nat = Long.MIN_VALUE;
    double scale = Double.longBitsToDouble(b);
    boolean either = isNat(a, b);
    return switch (operation) {
      case TICKS_PLUS -> either ? nat : a + b;
      case TICKS_MINUS -> either ? nat : a - b;
      case TICKS_MINIMUM -> either ? nat : Math.min(a, b);
      case TICKS_MAXIMUM -> either ? nat : Math.max(a, b);
      case TICKS_FMIN -> a == nat ? b : b == nat ? a : Math.min(a, b);
      case TICKS_FMAX -> a == nat ? b : b == nat ? a : Math.max(a, b);
      case TICKS_TIMES -> a == nat ? nat : a * b;
      case TICKS_DIVIDED -> a == nat || b == 0 ? nat : a / b;
      case TICKS_TIMES_DOUBLES -> a == nat ? nat : (long) ticks(a * scale);
      case TICKS_DIVIDED_BY_DOUBLES -> a == nat ? nat : (long) ticks(a / scale);
      case TICKS_RATIO -> Double.doubleToRawLongBits(either ? Double.NaN : (double) a / (double) b);
      default -> throw new AssertionError(operation);
    };
  }

  private static double ticks(double scaled) {
    return Math.abs(scaled) < 0x1p63 ? scaled : -0x1p63;
  }

  private static BigInteger floor(BigInteger a, BigInteger b) {
    BigInteger[] parts = a.divideAndRemainder(b);
    boolean below = parts[1].signum() * b.signum() < 0;
    return below ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  private static BigInteger integer(ScalarKind lane, long item) {
    BigInteger integer = BigInteger.valueOf(item);
    return lane.isUnsigned() && item < 0 ? integer.add(BigInteger.ONE.shiftLeft(64)) : integer;
  }

  private static long wrap(ScalarKind lane, BigInteger integer) {
    int unused = Long.SIZE - Byte.SIZE * lane.itemsize();
    long bits = integer.longValue() << unused;
    return lane.isUnsigned() ? bits >>> unused : bits >> unused;
  }

  private static boolean holds(Comparison how, int order) {
    return switch (how) {
      case LESS -> order < 0;
      case LESS_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_EQUAL -> order >= 0;
      case GREATER -> order > 0;
    };
  }

  /// Returns null if the result is rounded, or may be a NaN with other bits than Java's: other
  /// tests compare such results with NumPy's.
  private static @Nullable Object ofFloats(Case one, long first, long second, long third) {
    ScalarKind lane = one.lane;
    double a = ScalarBits.toDouble(lane, first);
    double b = ScalarBits.toDouble(lane, second);
    double c = ScalarBits.toDouble(lane, third);
    boolean single = lane == ScalarKind.FLOAT32;
    return switch (one.operation) {
      case Binary.PLUS -> bits(lane, single ? (float) a + (float) b : a + b);
      case Binary.MINUS -> bits(lane, single ? (float) a - (float) b : a - b);
      case Binary.TIMES -> bits(lane, single ? (float) a * (float) b : a * b);
      case Binary.DIVIDED_BY -> bits(lane, single ? (float) a / (float) b : a / b);
      case Binary.MINIMUM -> bits(lane, Math.min(a, b));
      case Binary.MAXIMUM -> bits(lane, Math.max(a, b));
      case Binary.FMIN -> bits(lane, Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b));
      case Binary.FMAX -> bits(lane, Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b));
      case Binary.FMOD -> bits(lane, a % b);
      case Binary.COPYSIGN -> second < 0 == first < 0 ? first : -1L << (single ? 31 : 63) ^ first;
      case Binary.NEXTAFTER ->
          bits(lane, single ? Math.nextAfter((float) a, b) : Math.nextAfter(a, b));
      case Binary.HEAVISIDE -> bits(lane, a == 0 ? b : a < 0 ? 0 : a > 0 ? 1 : a);
      case Unary.CONJUGATE -> bits(lane, a);
      case Unary.SIGN -> bits(lane, a == 0 ? 0 : Math.signum(a));
      case Unary.RECIPROCAL -> bits(lane, single ? 1 / (float) a : 1 / a);
      case Unary.SIGNBIT -> first < 0;
      case Unary.NEGATIVE -> bits(lane, -a);
      case Unary.ABSOLUTE -> bits(lane, Math.abs(a));
      case Unary.SQRT -> bits(lane, Math.sqrt(a));
      case Unary.RINT -> bits(lane, Math.rint(a));
      case Unary.FLOOR -> bits(lane, Math.floor(a));
      case Unary.CEIL -> bits(lane, Math.ceil(a));
      case Unary.TRUNC -> bits(lane, a < 0 ? Math.ceil(a) : Math.floor(a));
      case Unary.IS_NAN -> Double.isNaN(a);
      case Unary.IS_FINITE -> Math.abs(a) <= Double.MAX_VALUE;
      case Unary.IS_INFINITE -> Math.abs(a) > Double.MAX_VALUE;
      case Comparison.LESS -> a < b;
      case Comparison.LESS_EQUAL -> a <= b;
      case Comparison.EQUAL -> a == b;
      case Comparison.NOT_EQUAL -> a != b;
      case InternalOperation.CLIP -> {
        double raised = a < b ? b : a;
        yield bits(lane, raised > c ? c : raised);
      }
      case InternalOperation.WITHIN -> b <= a && a <= c;
      case InternalOperation.BEYOND -> !(b <= a && a <= c);
      case InternalOperation.AT_LEAST -> b <= a;
      case InternalOperation.AT_MOST -> a <= b;
      default -> null;
    };
  }

  private static @Nullable Object bits(ScalarKind lane, double number) {
    if (Double.isNaN(number)) {
      return null;
    }
    return lane == ScalarKind.FLOAT32
        ? (long) Float.floatToRawIntBits((float) number)
        : (Object) Double.doubleToRawLongBits(number);
  }

  // ---- vectors beside plain loops

  @ParameterizedTest
  @MethodSource("cases")
  void isTheSameByVectors(Case one) {
    checkVectors(one, 5);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("cases")
  void isTheSameByVectorsForAnyCountWithNumbers(Case one) {
    checkVectors(one, 1);
  }

  /// The vector loop for operands of which some are numbers.
  private static @Nullable Loop vector(Case one, int numbers) {
    boolean isOther = numbers > 0 && VectorTable.hasFixedNumbers(one.operation, one.lane);
    int[] operands = IntStream.range(0, one.arity()).toArray();
    return VectorTable.loop(
        isOther ? new Fused(one.lane, List.of(one.operation), numbers, operands) : one.operation,
        one.lane);
  }

  /// @param step from one count to the next of those that meet numbers
  private static void checkVectors(Case one, int step) {
    assumeVectors();
    Loop plain = PlainTable.loop(one.operation, one.lane);
    if (vector(one, 0) == null) {
      return;
    }
    int least = VectorTable.least(one.operation, one.lane);
    boolean takesNumbers =
        one.operation != InternalOperation.CHOICE
            && one.operation != InternalOperation.SWAPPED
            && !one.isRange()
            && !one.hasOneEnd();
    int masks = takesNumbers ? 1 << one.arity() : 1;
    List<Loop> vectors =
        IntStream.range(0, masks)
            .mapToObj(numbers -> Objects.requireNonNull(vector(one, numbers)))
            .toList();
    // Up to two vectors and any rest, then some longer ones.
    int any = least + 10 + Long.SIZE / one.lane.itemsize();
    for (int count = least; count < least + 70; count += count < any ? 1 : step - count % step) {
      for (int numbers = 0; numbers < (count % step == 0 ? masks : 1); numbers++) {
        try (Operands operands = new Operands(one.lane, count, 31L * count + numbers)) {
          prepare(one, operands, count);
          for (int k = 0; k < OPERANDS; k++) {
            if ((numbers >> k & 1) != 0) {
              operands.runs[k] = operands.runs[k].number(one.lane, operands.get(k, 0));
            }
          }
          Span[] runs = Arrays.copyOf(operands.runs, one.arity());
          plain.run(runs, operands.result, count);
          boolean replaces =
              !operands.runs[0].isNumber() && one.operation != InternalOperation.CHOICE;
          Span into = replaces ? operands.runs[0] : operands.other;
          vectors.get(numbers).run(runs, into, count);
          checkSame(one, operands, into, count);
        }
      }
    }
  }

  private static void checkSame(Case one, Operands operands, Span into, int count) {
    for (int i = 0; i < count; i++) {
      int size = one.resultSize();
      long expected = operands.get(operands.result, i, size, false);
      long found = operands.get(into, i, size, false);
      boolean bothNaN =
          one.lane.isFloat()
              && !one.isTest()
              && Double.isNaN(ScalarBits.toDouble(one.lane, expected))
              && Double.isNaN(ScalarBits.toDouble(one.lane, found));
      if (!bothNaN) {
        same(found, expected, one, i, count);
      }
    }
  }

  /// Without an object for each of some millions of elements.
  private static void same(long found, long expected, Object what, int i, int count) {
    if (found != expected) {
      throw new AssertionError(
          "%s, element %s of %s: %s, not %s".formatted(what, i, count, found, expected));
    }
  }

  private static Stream<Case> sums() {
    return Stream.of(
        new Case(Sums.NUMBERS, ScalarKind.FLOAT64),
        new Case(Sums.NUMBERS, ScalarKind.FLOAT32),
        new Case(Sums.BIG_ENDIAN, ScalarKind.INT64),
        new Case(Sums.SQUARES, ScalarKind.FLOAT64));
  }

  @ParameterizedTest
  @MethodSource("sums")
  void sumsAreTheSameByVectors(Case one) {
    assumeVectors();
    Loop plain = PlainTable.loop(one.operation, one.lane);
    Loop vector = Objects.requireNonNull(VectorTable.loop(one.operation, one.lane));
    for (int count = 1; count < 700; count++) {
      try (Operands operands = new Operands(one.lane, count + Sums.LANES, count)) {
        Span items = operands.runs[0];
        for (int i = 0; i < count + Sums.LANES; i++) {
          // No NaN, of which either one remains.
          long bits = operands.get(0, i);
          double number = ScalarBits.toDouble(one.lane, bits);
          operands.set(0, i, Double.isFinite(number) && !one.lane.isInteger() ? bits : i);
        }
        Span center =
            operands.runs[1].number(
                ScalarKind.FLOAT64, ScalarBits.ofDouble(ScalarKind.FLOAT64, 2.5));
        Span[] both =
            one.operation == Sums.SQUARES ? new Span[] {items, center} : new Span[] {items};
        plain.run(both, operands.result, count);
        vector.run(both, operands.other, count);
        int block = ((Sums) one.operation).block();
        for (int i = 0; i < Math.ceilDiv(count, block); i++) {
          same(operands.other.getLong(i), operands.result.getLong(i), one, i, count);
        }
      }
    }
  }

  private static Stream<Case> minMaxRows() {
    return LANES.stream()
        .flatMap(lane -> Stream.of(MinMaxRow.values()).map(row -> new Case(row, lane)));
  }

  @ParameterizedTest
  @MethodSource("minMaxRows")
  void rowsOfMinimaAndMaximaAreTheSameByVectors(Case one) {
    assumeVectors();
    Loop plain = PlainTable.loop(one.operation, one.lane);
    Loop vector = VectorTable.loop(one.operation, one.lane);
    if (vector == null) {
      return;
    }
    int length = MinMaxRow.BYTES / one.lane.itemsize();
    for (int rows = 1; rows < 8; rows++) {
      for (int count : new int[] {rows * length, rows * length + length - 1}) {
        try (Operands operands = new Operands(one.lane, count, count)) {
          Span[] items = {operands.runs[0]};
          plain.run(items, operands.result, count);
          vector.run(items, operands.other, count);
          checkSame(one, operands, operands.other, length);
        }
      }
    }
  }

  private static Stream<Case> scores() {
    return Stream.of(ScalarKind.FLOAT32, ScalarKind.FLOAT64, ScalarKind.INT64)
        .flatMap(lane -> Stream.of(Score.values()).map(score -> new Case(score, lane)));
  }

  @ParameterizedTest
  @MethodSource("scores")
  void scoresAreTheSameByVectors(Case one) {
    checkScores(one, 17);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("scores")
  void scoresOfAnyCountAreTheSameByVectors(Case one) {
    checkScores(one, 1);
  }

  /// @param step from one count to the next where there is more than a block
  private static void checkScores(Case one, int step) {
    assumeVectors();
    Loop plain = PlainTable.loop(one.operation, one.lane);
    Loop vector = Objects.requireNonNull(VectorTable.loop(one.operation, one.lane));
    for (int count = Score.LANES; count < 1100; count += count > 300 ? step : 1) {
      try (Operands operands = new Operands(one.lane, count, count)) {
        for (int operand = 0; operand < 2; operand++) {
          for (int i = 0; i < count; i++) {
            // No NaN, of which either one remains, and nothing that becomes one.
            long bits = operands.get(operand, i);
            double number = ScalarBits.toDouble(one.lane, bits);
            boolean isSmall = one.lane.isInteger() || Math.abs(number) < 1e6;
            operands.set(operand, i, isSmall ? bits : ScalarBits.ofDouble(one.lane, i + 0.1));
          }
        }
        Span[] both = {operands.runs[0], operands.runs[1]};
        plain.run(both, operands.result, count);
        vector.run(both, operands.other, count);
        same(operands.other.getLong(0), operands.result.getLong(0), one, 0, count);
      }
    }
  }

  private static Stream<Case> stridedMoves() {
    return LANES.stream()
        .filter(ScalarKind::isUnsigned)
        .flatMap(
            lane ->
                IntStream.rangeClosed(-StridedMove.MOST, StridedMove.MOST)
                    .filter(step -> step < 0 || step > 1)
                    .boxed()
                    .flatMap(
                        step ->
                            Stream.of(false, true)
                                .filter(spreads -> !spreads || step > 1)
                                .map(spreads -> new Case(new StridedMove(step, spreads), lane))));
  }

  @ParameterizedTest
  @MethodSource("stridedMoves")
  void stridedMovesKeepTheOrder(Case one) {
    checkStridedMove(one, PlainTable.loop(one.operation, one.lane), 1);
  }

  @ParameterizedTest
  @MethodSource("stridedMoves")
  void stridedMovesAreTheSameByVectors(Case one) {
    assumeVectors();
    Loop vector = Objects.requireNonNull(VectorTable.loop(one.operation, one.lane));
    checkStridedMove(one, vector, VectorTable.least(one.operation, one.lane));
  }

  private static void checkStridedMove(Case one, Loop loop, int least) {
    StridedMove move = (StridedMove) one.operation;
    int size = one.resultSize();
    for (int count = least; count < least + 200; count += count > least + 70 ? 7 : 1) {
      int places = (int) move.reach(count);
      int results = move.spreads() ? places : count;
      try (Operands operands = new Operands(one.lane, places, results + 1)) {
        for (int k = 0; k < (results + 1) * size; k++) {
          operands.result.set(k, (byte) 77);
        }
        loop.run(Arrays.copyOf(operands.runs, 1), operands.result, count);
        BitSet written = new BitSet();
        for (int i = 0; i < count; i++) {
          int place = move.step() > 0 ? i * move.step() : (count - 1 - i) * -move.step();
          int from = move.spreads() ? i : place;
          int to = move.spreads() ? place : i;
          same(operands.get(operands.result, to, size, true), operands.get(0, from), one, i, count);
          written.set(to * size, (to + 1) * size);
        }
        // Nothing else is written: other places may belong to another thread.
        int end = (results + 1) * size;
        for (int k = written.nextClearBit(0); k < end; k = written.nextClearBit(k + 1)) {
          same(operands.result.getByte(k), 77, one, k / size, count);
        }
      }
    }
  }

  private static Stream<Case> rows() {
    Stream<Case> casts = conversions().map(conversion -> new Case(conversion, conversion.from()));
    return Stream.of(cases(), sums(), minMaxRows(), scores(), stridedMoves(), casts)
        .flatMap(some -> some);
  }

  /// A vector loop that fails the warm-up is never used.
  @ParameterizedTest
  @MethodSource("rows")
  void vectorLoopsPassTheWarmUp(Case one) {
    assumeVectors();
    Loop vector = VectorTable.loop(one.operation, one.lane);
    if (vector != null) {
      Loop plain = PlainTable.loop(one.operation, one.lane);
      assertThat(WarmUp.isEqual(one.operation, one.lane, plain, vector)).isTrue();
    }
  }

  private static Stream<Conversion> conversions() {
    return Stream.concat(Stream.of(ScalarKind.BOOL), LANES.stream())
        .flatMap(from -> LANES.stream().map(to -> new Conversion(from, to)));
  }

  /// From each kind to each second one.
  private static Stream<Conversion> someConversions() {
    return conversions(0);
  }

  private static Stream<Conversion> otherConversions() {
    return conversions(1);
  }

  private static Stream<Conversion> conversions(int remainder) {
    List<Conversion> all = conversions().toList();
    int each = LANES.size();
    return IntStream.range(0, all.size())
        .filter(k -> (k / each + k % each) % 2 == remainder)
        .mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("someConversions")
  void conversionsAreTheSameByVectors(Conversion conversion) {
    checkConversions(conversion, 7);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("otherConversions")
  void otherConversionsAreTheSameByVectors(Conversion conversion) {
    checkConversions(conversion, 7);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("conversions")
  void conversionsOfAnyCountAreTheSameByVectors(Conversion conversion) {
    checkConversions(conversion, 1);
  }

  /// @param step from one count to the next beyond the first 70
  private static void checkConversions(Conversion conversion, int step) {
    assumeVectors();
    ScalarKind from = conversion.from();
    int size = conversion.to().itemsize();
    Loop plain = PlainTable.loop(conversion, from);
    Loop vector = VectorTable.loop(conversion, from);
    if (vector == null) {
      return;
    }
    int least = VectorTable.least(conversion, from);
    // Counts around one block of conversions by way of integers come last.
    int[] counts =
        IntStream.concat(
                IntStream.range(least, least + 300)
                    .filter(count -> count <= least + 70 || (count - least) % step == 0),
                IntStream.of(1000, 1023, 1024, 1025, 1056, 1057, 2040))
            .toArray();
    for (int count : counts) {
      try (Operands operands = new Operands(from, count, count)) {
        plain.run(operands.runs, operands.result, count);
        vector.run(operands.runs, operands.other, count);
        for (int i = 0; i < count; i++) {
          same(
              operands.get(operands.other, i, size, false),
              operands.get(operands.result, i, size, false),
              conversion,
              i,
              count);
        }
      }
    }
  }

  static void assumeVectors() {
    assumeTrue(
        Vectors.ENABLED,
        "no vectors here: they need the module mmap, native access and " + Vectors.MODULE);
  }
}
