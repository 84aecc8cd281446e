package io.ndmap.loop.vector;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.SUB;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Templates;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Supplier;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// The table of conversions as lambdas on vectors. There is a hidden copy of this class for each
/// [io.ndmap.loop.Conversion]. It supplies the lambda of the conversion, or null if there is only a
/// plain loop.
final class VectorConversionTable implements Supplier<VectorTemplateData.@Nullable Map> {

  private static final ConversionSpecies DATA =
      Objects.requireNonNull(Templates.data(MethodHandles.lookup(), ConversionSpecies.class));
  private static final ScalarKind FROM = DATA.conversion().from();
  private static final ScalarKind TO = DATA.conversion().to();
  private static final int LANES = DATA.lanes();
  private static final VectorSpecies<Object> TARGET = DATA.target();

  // Species of intermediate vectors with the same number of lanes, or the nearest number that
  // exists.
  private static final VectorSpecies<Object> INTS =
      Shapes.speciesOrNarrower(ScalarKind.INT32, LANES);
  private static final VectorSpecies<Object> LONGS =
      Shapes.speciesOrNarrower(ScalarKind.INT64, LANES);
  private static final VectorSpecies<Object> DOUBLES =
      Shapes.speciesOrNarrower(ScalarKind.FLOAT64, LANES);
  private static final VectorSpecies<Object> FLOATS =
      Shapes.speciesOrNarrower(ScalarKind.FLOAT32, LANES);

  /// Whether the processor converts between longs and doubles (AVX-512).
  private static final boolean HAS_LONGS = Shapes.WIDTH == 512;

  private static final VectorOperators.Conversion<Object, Object> WIDENED = integers();
  private static final VectorOperators.Conversion<Object, Object> INTS_OF_ITEMS =
      of(
          FROM.itemsize() == Byte.BYTES
              ? (FROM.isUnsigned() ? VectorOperators.ZERO_EXTEND_B2I : VectorOperators.B2I)
              : (FROM.isUnsigned() ? VectorOperators.ZERO_EXTEND_S2I : VectorOperators.S2I));
  private static final VectorOperators.Conversion<Object, Object> NARROWED =
      of(TO.itemsize() == Byte.BYTES ? VectorOperators.I2B : VectorOperators.I2S);
  private static final VectorOperators.Conversion<Object, Object> I2D = of(VectorOperators.I2D);
  private static final VectorOperators.Conversion<Object, Object> I2F = of(VectorOperators.I2F);
  private static final VectorOperators.Conversion<Object, Object> F2D = of(VectorOperators.F2D);
  private static final VectorOperators.Conversion<Object, Object> D2F = of(VectorOperators.D2F);
  private static final VectorOperators.Conversion<Object, Object> D2I = of(VectorOperators.D2I);
  private static final VectorOperators.Conversion<Object, Object> F2I = of(VectorOperators.F2I);
  private static final VectorOperators.Conversion<Object, Object> D2L = of(VectorOperators.D2L);
  private static final VectorOperators.Conversion<Object, Object> L2I = of(VectorOperators.L2I);
  private static final VectorOperators.Conversion<Object, Object> L2D = of(VectorOperators.L2D);

  @SuppressWarnings("unchecked") // the templates are for any compute type
  private static VectorOperators.Conversion<Object, Object> of(
      VectorOperators.Conversion<?, ?> conversion) {
    return (VectorOperators.Conversion<Object, Object>) conversion;
  }

  /// Returns the conversion between integers; not used for equal widths or floating-point numbers.
  private static VectorOperators.Conversion<Object, Object> integers() {
    boolean zeros = FROM.isUnsigned();
    return of(
        switch (FROM.itemsize() * 10 + TO.itemsize()) {
          case 12 -> zeros ? VectorOperators.ZERO_EXTEND_B2S : VectorOperators.B2S;
          case 14 -> zeros ? VectorOperators.ZERO_EXTEND_B2I : VectorOperators.B2I;
          case 18 -> zeros ? VectorOperators.ZERO_EXTEND_B2L : VectorOperators.B2L;
          case 24 -> zeros ? VectorOperators.ZERO_EXTEND_S2I : VectorOperators.S2I;
          case 28 -> zeros ? VectorOperators.ZERO_EXTEND_S2L : VectorOperators.S2L;
          case 48 -> zeros ? VectorOperators.ZERO_EXTEND_I2L : VectorOperators.I2L;
          case 21 -> VectorOperators.S2B;
          case 41 -> VectorOperators.I2B;
          case 42 -> VectorOperators.I2S;
          case 81 -> VectorOperators.L2B;
          case 82 -> VectorOperators.L2S;
          default -> VectorOperators.L2I;
        });
  }

  /// The conversion of elements, if booleans are 0 or 1.
  private static final VectorTemplateData.@Nullable Map ITEMS = items();

  @Override
  public VectorTemplateData.@Nullable Map get() {
    return FROM == ScalarKind.BOOL && ITEMS != null ? VectorConversionTable::ofBooleans : ITEMS;
  }

  /// Converts booleans; every byte except 0 is true.
  @SuppressWarnings("NullAway") // not called without a conversion
  private static Vector<Object> ofBooleans(Vector<Object> a, Vector<Object> b, Vector<Object> c) {
    return ITEMS.of(a.lanewise(UMIN, 1), b, c);
  }

  private static VectorTemplateData.@Nullable Map items() {
    if (FROM.isFloat()) {
      return TO.isFloat() ? betweenFloats() : ofFloats();
    }
    if (TO.isFloat()) {
      return toFloats();
    }
    return FROM.itemsize() == TO.itemsize()
        ? (a, _, _) -> a
        : (a, _, _) -> a.convertShape(WIDENED, TARGET, 0);
  }

  private static VectorTemplateData.@Nullable Map betweenFloats() {
    if (FROM == TO) {
      return (a, _, _) -> a;
    }
    return FROM == ScalarKind.FLOAT32
        ? (a, _, _) -> a.convertShape(F2D, TARGET, 0)
        : (a, _, _) -> a.convertShape(D2F, TARGET, 0);
  }

  private static VectorTemplateData.@Nullable Map toFloats() {
    boolean doubles = TO == ScalarKind.FLOAT64;
    return switch (FROM) {
      case INT32 ->
          doubles
              ? (a, _, _) -> a.convertShape(I2D, TARGET, 0)
              : (a, _, _) -> a.convertShape(I2F, TARGET, 0);
      case UINT32 ->
          doubles
              ? (a, _, _) -> unsigned(a)
              : (a, _, _) -> unsigned(a).convertShape(D2F, TARGET, 0);
      case INT64 ->
          !doubles
              ? null
              : HAS_LONGS
                  ? (a, _, _) -> a.convertShape(L2D, TARGET, 0)
                  : (a, _, _) -> halves(a, 0x4530_0000_8000_0000L, 0x4530_0000_8010_0000L);
      case UINT64 ->
          doubles ? (a, _, _) -> halves(a, 0x4530_0000_0000_0000L, 0x4530_0000_0010_0000L) : null;
      default ->
          doubles
              ? (a, _, _) -> a.convertShape(INTS_OF_ITEMS, INTS, 0).convertShape(I2D, TARGET, 0)
              : (a, _, _) -> a.convertShape(INTS_OF_ITEMS, INTS, 0).convertShape(I2F, TARGET, 0);
    };
  }

  /// Converts unsigned integers to doubles through signed integers: 2³¹ is subtracted before the
  /// conversion, and added afterwards.
  private static Vector<Object> unsigned(Vector<Object> a) {
    return a.lanewise(XOR, INTS.broadcast(Integer.MIN_VALUE))
        .convertShape(I2D, DOUBLES, 0)
        .lanewise(ADD, DOUBLES.broadcast(1L << 31));
  }

  /// Builds a double from the bits of each half of a long, and adds the two doubles, with a single
  /// rounding.
  @SuppressWarnings("unchecked") // the templates are for any compute type
  private static Vector<Object> halves(Vector<Object> a, long exponent, long both) {
    Vector<Object> low =
        a.lanewise(AND, LONGS.broadcast(0xffff_ffffL))
            .lanewise(OR, LONGS.broadcast(0x4330_0000_0000_0000L));
    Vector<Object> high = a.lanewise(LSHR, 32).lanewise(XOR, LONGS.broadcast(exponent));
    Vector<Object> doubles = (Vector<Object>) (Vector<?>) high.viewAsFloatingLanes();
    return doubles
        .lanewise(SUB, (Vector<Object>) (Vector<?>) LONGS.broadcast(both).viewAsFloatingLanes())
        .lanewise(ADD, (Vector<Object>) (Vector<?>) low.viewAsFloatingLanes());
  }

  private static VectorTemplateData.@Nullable Map ofFloats() {
    boolean doubles = FROM == ScalarKind.FLOAT64;
    return switch (TO) {
      case INT32 -> doubles ? (a, _, _) -> intsOfDoubles(a) : (a, _, _) -> intsOfFloats(a);
      case INT8, INT16, UINT8, UINT16 ->
          doubles
              ? (a, _, _) -> intsOfDoubles(a).convertShape(NARROWED, TARGET, 0)
              : (a, _, _) -> intsOfFloats(a).convertShape(NARROWED, TARGET, 0);
      case INT64 ->
          !HAS_LONGS
              ? null
              : doubles
                  ? (a, _, _) -> longs(a)
                  : (a, _, _) -> longs(a.convertShape(F2D, DOUBLES, 0));
      case UINT32 ->
          !HAS_LONGS
              ? null
              : doubles
                  ? (a, _, _) -> longs(a).convertShape(L2I, TARGET, 0)
                  : (a, _, _) ->
                      longs(a.convertShape(F2D, DOUBLES, 0)).convertShape(L2I, TARGET, 0);
      default -> null;
    };
  }

  // NaN and numbers that do not fit become the lowest integer.

  private static Vector<Object> intsOfDoubles(Vector<Object> a) {
    Vector<Object> least = DOUBLES.broadcast(-(1L << 31));
    return least
        .blend(
            a,
            a.compare(LT, DOUBLES.broadcast(1L << 31))
                .and(a.compare(GT, DOUBLES.broadcast(-(1L << 31) - 1))))
        .convertShape(D2I, INTS, 0);
  }

  private static Vector<Object> intsOfFloats(Vector<Object> a) {
    Vector<Object> least = FLOATS.broadcast(-(1L << 31));
    return least
        .blend(a, a.compare(LT, FLOATS.broadcast(1L << 31)).and(a.compare(GE, least)))
        .convertShape(F2I, INTS, 0);
  }

  private static Vector<Object> longs(Vector<Object> a) {
    Vector<Object> least = DOUBLES.broadcast(Long.MIN_VALUE);
    Vector<Object> end = DOUBLES.broadcast(1L << 62).lanewise(ADD, DOUBLES.broadcast(1L << 62));
    return least.blend(a, a.compare(LT, end).and(a.compare(GE, least))).convertShape(D2L, LONGS, 0);
  }
}
