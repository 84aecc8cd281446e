package io.ndmap.loop.vector;

import static jdk.incubator.vector.VectorOperators.ABS;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.DIV;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.F2D;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.MAX;
import static jdk.incubator.vector.VectorOperators.MIN;
import static jdk.incubator.vector.VectorOperators.MUL;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.NEG;
import static jdk.incubator.vector.VectorOperators.NOT;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.REVERSE_BYTES;
import static jdk.incubator.vector.VectorOperators.SQRT;
import static jdk.incubator.vector.VectorOperators.SUB;
import static jdk.incubator.vector.VectorOperators.ULE;
import static jdk.incubator.vector.VectorOperators.ULT;
import static jdk.incubator.vector.VectorOperators.UMAX;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.Score;
import io.ndmap.loop.Sums;
import io.ndmap.loop.vector.VectorTemplateData.Map;
import io.ndmap.loop.vector.VectorTemplateData.Predicate;
import io.ndmap.memory.Templates;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Function;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// The table of operations as lambdas on vectors. There is a hidden copy of this class for each
/// compute type, so that no two types share a lambda. Maps an operation to its [Map], [Predicate]
/// or [VectorTemplateData.Sum], or to null if there is only a plain loop.
final class VectorOperations implements Function<Object, @Nullable Object> {

  private static final ScalarKind TYPE =
      Objects.requireNonNull(Templates.data(MethodHandles.lookup(), ScalarKind.class));
  private static final VectorSpecies<Object> SPECIES = Shapes.species(TYPE);
  private static final boolean UNSIGNED = TYPE.isUnsigned();

  // Constants, because HotSpot must know the operator at compile time.
  private static final VectorOperators.Comparison LESS = UNSIGNED ? ULT : LT;
  private static final VectorOperators.Comparison LESS_EQUAL = UNSIGNED ? ULE : LE;
  private static final VectorOperators.Binary LEAST = UNSIGNED ? UMIN : MIN;
  private static final VectorOperators.Binary GREATEST = UNSIGNED ? UMAX : MAX;

  private static final VectorSpecies<Object> DOUBLES = Shapes.sums();

  @SuppressWarnings("unchecked") // the templates are for any compute type
  private static final VectorOperators.Conversion<Object, Object> TO_DOUBLES =
      (VectorOperators.Conversion<Object, Object>) (VectorOperators.Conversion<?, ?>) F2D;

  private static final int BITS = SPECIES.elementSize();

  /// Infinity, for floating-point types only.
  private static final Vector<Object> INFINITY =
      TYPE.isFloat() ? SPECIES.broadcast(1).lanewise(DIV, SPECIES.zero()) : SPECIES.zero();

  // All numbers of at least this magnitude are integers.
  private static final Vector<Object> WHOLE =
      SPECIES.broadcast(TYPE == ScalarKind.FLOAT64 ? 1L << 52 : TYPE.isFloat() ? 1L << 23 : 0);
  private static final Vector<Object> ONE = SPECIES.broadcast(1);
  private static final long SIGN = -1L << (BITS - 1);

  @Override
  public @Nullable Object apply(Object operation) {
    return switch (operation) {
      case Binary.PLUS -> (Map) (a, b, _) -> a.lanewise(ADD, b);
      case Binary.MINUS -> (Map) (a, b, _) -> a.lanewise(SUB, b);
      case Binary.TIMES -> (Map) (a, b, _) -> a.lanewise(MUL, b);
      case Binary.MINIMUM -> (Map) (a, b, _) -> a.lanewise(LEAST, b);
      case Binary.MAXIMUM -> (Map) (a, b, _) -> a.lanewise(GREATEST, b);
      // HotSpot has no vector instruction NEG for shorts.
      case Unary.NEGATIVE ->
          TYPE.isFloat()
              ? (Map) (a, _, _) -> a.lanewise(NEG)
              : (Map) (a, _, _) -> SPECIES.zero().lanewise(SUB, a);
      case Unary.ABSOLUTE -> UNSIGNED ? (Map) (a, _, _) -> a : (Map) (a, _, _) -> a.lanewise(ABS);
      case Comparison.LESS -> (Predicate) (a, b, _) -> a.compare(LESS, b);
      case Comparison.LESS_EQUAL -> (Predicate) (a, b, _) -> a.compare(LESS_EQUAL, b);
      case Comparison.EQUAL -> (Predicate) (a, b, _) -> a.compare(EQ, b);
      case Comparison.NOT_EQUAL -> (Predicate) (a, b, _) -> a.compare(NE, b);
      case InternalOperation.WITHIN ->
          (Predicate) (a, low, high) -> low.compare(LESS_EQUAL, a).and(a.compare(LESS_EQUAL, high));
      case InternalOperation.BEYOND ->
          (Predicate)
              (a, low, high) -> low.compare(LESS_EQUAL, a).and(a.compare(LESS_EQUAL, high)).not();
      case InternalOperation.AT_LEAST -> (Predicate) (a, low, _) -> low.compare(LESS_EQUAL, a);
      case InternalOperation.AT_MOST -> (Predicate) (a, high, _) -> a.compare(LESS_EQUAL, high);
      case MinMaxRow row -> apply(row.operation());
      case Sums sums -> new VectorTemplateData.Sum(ofSums(sums), sums.block());
      case Score.PRODUCT -> (Map) (a, b, _) -> a.lanewise(MUL, b);
      case Score.SQUARED_DISTANCE -> (Map) (a, b, _) -> squared(a.lanewise(SUB, b));
      default -> TYPE.isFloat() ? ofFloats(operation) : ofIntegers(operation);
    };
  }

  private static @Nullable Object ofFloats(Object operation) {
    return switch (operation) {
      case Binary.DIVIDED_BY -> (Map) (a, b, _) -> a.lanewise(DIV, b);
      case Unary.RECIPROCAL -> (Map) (a, _, _) -> ONE.lanewise(DIV, a);
      case Unary.SQRT -> (Map) (a, _, _) -> a.lanewise(SQRT);
      case Unary.RINT -> (Map) (a, _, _) -> whole(a, rint(a.lanewise(ABS)));
      case Unary.TRUNC ->
          (Map)
              (a, _, _) -> {
                Vector<Object> size = a.lanewise(ABS);
                Vector<Object> near = rint(size);
                return whole(a, near.blend(near.lanewise(SUB, ONE), near.compare(GT, size)));
              };
      case Unary.FLOOR ->
          (Map)
              (a, _, _) -> {
                Vector<Object> near = whole(a, rint(a.lanewise(ABS)));
                return near.blend(near.lanewise(SUB, ONE), near.compare(GT, a));
              };
      case Unary.CEIL ->
          (Map)
              (a, _, _) -> {
                Vector<Object> near = whole(a, rint(a.lanewise(ABS)));
                return whole(a, near.blend(near.lanewise(ADD, ONE), near.compare(LT, a)));
              };
      case Unary.IS_NAN -> (Predicate) (a, _, _) -> a.compare(NE, a);
      case Unary.IS_FINITE -> (Predicate) (a, _, _) -> a.lanewise(ABS).compare(LT, INFINITY);
      case Unary.IS_INFINITE -> (Predicate) (a, _, _) -> a.lanewise(ABS).compare(EQ, INFINITY);
      case InternalOperation.CLIP ->
          (Map)
              (a, low, high) -> {
                Vector<Object> raised = a.blend(low, a.compare(LT, low));
                return raised.blend(high, raised.compare(GT, high));
              };
      case Binary.FMIN -> (Map) (a, b, _) -> number(a.lanewise(MIN, b), a, b);
      case Binary.FMAX -> (Map) (a, b, _) -> number(a.lanewise(MAX, b), a, b);
      default -> null;
    };
  }

  /// Replaces NaN by the other operand, if that operand is a number.
  private static Vector<Object> number(Vector<Object> both, Vector<Object> a, Vector<Object> b) {
    return both.blend(b, a.compare(NE, a)).blend(a, b.compare(NE, b));
  }

  /// Rounds numbers that are not negative to the nearest integers: their sums with [#WHOLE] have no
  /// fraction.
  private static Vector<Object> rint(Vector<Object> sizes) {
    return sizes.lanewise(ADD, WHOLE).lanewise(SUB, WHOLE);
  }

  /// Copies the signs of numbers to their rounded values, and keeps numbers that have no fraction
  /// or are NaN.
  @SuppressWarnings("unchecked") // the templates are for any compute type
  private static Vector<Object> whole(Vector<Object> a, Vector<Object> wholes) {
    Vector<Object> bits = (Vector<Object>) (Vector<?>) a.viewAsIntegralLanes();
    Vector<Object> sizes = (Vector<Object>) (Vector<?>) wholes.lanewise(ABS).viewAsIntegralLanes();
    Vector<Object> signs = bits.lanewise(AND, SIGN);
    Vector<Object> signed =
        (Vector<Object>) (Vector<?>) sizes.lanewise(OR, signs).viewAsFloatingLanes();
    return a.blend(signed, a.lanewise(ABS).compare(LT, WHOLE));
  }

  @SuppressWarnings("unchecked") // the templates are for any compute type
  private static Map ofSums(Sums sums) {
    return switch (sums) {
      case NUMBERS ->
          TYPE == ScalarKind.FLOAT64
              ? (a, _, _) -> a
              : (a, _, _) -> a.convertShape(TO_DOUBLES, DOUBLES, 0);
      case BIG_ENDIAN ->
          (a, _, _) -> (Vector<Object>) (Vector<?>) a.lanewise(REVERSE_BYTES).viewAsFloatingLanes();
      case SQUARES -> (a, center, _) -> squared(a.lanewise(SUB, center));
    };
  }

  private static Vector<Object> squared(Vector<Object> numbers) {
    return numbers.lanewise(MUL, numbers);
  }

  private static @Nullable Object ofIntegers(Object operation) {
    return switch (operation) {
      case InternalOperation.SWAPPED -> (Map) (a, _, _) -> a.lanewise(REVERSE_BYTES);
      case Binary.AND -> (Map) (a, b, _) -> a.lanewise(AND, b);
      case Binary.OR -> (Map) (a, b, _) -> a.lanewise(OR, b);
      case Binary.XOR -> (Map) (a, b, _) -> a.lanewise(XOR, b);
      case Binary.SHIFTED_LEFT ->
          (Map)
              (a, b, _) ->
                  SPECIES
                      .zero()
                      .blend(a.lanewise(LSHL, b), b.compare(ULT, SPECIES.broadcast(BITS)));
      case Binary.SHIFTED_RIGHT ->
          UNSIGNED
              ? (Map)
                  (a, b, _) ->
                      SPECIES
                          .zero()
                          .blend(a.lanewise(LSHR, b), b.compare(ULT, SPECIES.broadcast(BITS)))
              : (Map) (a, b, _) -> a.lanewise(ASHR, b.lanewise(UMIN, SPECIES.broadcast(BITS - 1)));
      case Unary.INVERTED -> (Map) (a, _, _) -> a.lanewise(NOT);
      case InternalOperation.CLIP ->
          (Map) (a, low, high) -> a.lanewise(GREATEST, low).lanewise(LEAST, high);
      default -> TYPE == ScalarKind.INT64 ? ofTicks(operation) : null;
    };
  }

  private static @Nullable Object ofTicks(Object operation) {
    return switch (operation) {
      case InternalOperation.TICKS_PLUS -> (Map) (a, b, _) -> orNat(a.lanewise(ADD, b), a, b);
      case InternalOperation.TICKS_MINUS -> (Map) (a, b, _) -> orNat(a.lanewise(SUB, b), a, b);
      case InternalOperation.TICKS_MINIMUM -> (Map) (a, b, _) -> a.lanewise(MIN, b);
      case InternalOperation.TICKS_MAXIMUM -> (Map) (a, b, _) -> orNat(a.lanewise(MAX, b), a, b);
      default -> null;
    };
  }

  private static Vector<Object> orNat(Vector<Object> ticks, Vector<Object> a, Vector<Object> b) {
    Vector<Object> nat = SPECIES.broadcast(TimeType.NOT_A_TIME);
    return ticks.blend(nat, a.compare(EQ, nat).or(b.compare(EQ, nat)));
  }
}
