package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Reduction;
import io.ndmap.op.Side;
import io.ndmap.op.Unary;
import io.ndmap.testing.Python;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The dtypes of `ml_dtypes`: their numbers by the definition of the formats, rounding beside a
/// search among all numbers, operations beside those on `f4`, and the package itself where it is.
class SmallFloatTest {

  private static final List<Reduction> SUMMED =
      List.of(Reduction.SUM, Reduction.MEAN, Reduction.PROD, Reduction.VAR);

  /// A format as its definition says it.
  @SuppressWarnings("ImmutableEnumChecker") // dtypes are immutable
  enum Format {
    BFLOAT16(DType.BFLOAT16, DType.UINT16, 8, 7, 0x7f80, true),
    E4M3FN(DType.FLOAT8_E4M3FN, DType.UINT8, 4, 3, 0x7f, false),
    E5M2(DType.FLOAT8_E5M2, DType.UINT8, 5, 2, 0x7c, true);

    private final DType dtype;
    private final DType bits;
    private final int exponent;
    private final int fraction;
    private final int behind;
    private final boolean hasInfinity;

    /// @param behind the bits that follow those of the greatest number
    Format(DType dtype, DType bits, int exponent, int fraction, int behind, boolean hasInfinity) {
      this.dtype = dtype;
      this.bits = bits;
      this.exponent = exponent;
      this.fraction = fraction;
      this.behind = behind;
      this.hasInfinity = hasInfinity;
    }

    int count() {
      return 1 << (8 * dtype.itemsize());
    }

    int signBit() {
      return count() / 2;
    }

    /// The number of some bits; for the bits behind the greatest number, the one that would follow.
    double magnitude(int bits) {
      int bias = (1 << (exponent - 1)) - 1;
      int power = bits >> fraction;
      double digits = bits & ((1 << fraction) - 1);
      double one = 1 << fraction;
      return power == 0
          ? Math.scalb(digits / one, 1 - bias)
          : Math.scalb(1 + digits / one, power - bias);
    }

    double number(int bits) {
      int magnitude = bits & (signBit() - 1);
      double number = magnitude(magnitude);
      if (magnitude >= behind) {
        number = magnitude == behind && hasInfinity ? Double.POSITIVE_INFINITY : Double.NaN;
      }
      return bits < signBit() ? number : -number;
    }

    /// The nearest of all numbers, and of two the one with even bits.
    int nearest(double value) {
      int sign = Math.copySign(1, value) < 0 ? signBit() : 0;
      if (Double.isNaN(value)) {
        // All bits of the fraction, or its first one, of formats with infinity.
        return sign | (hasInfinity ? behind | (1 << (fraction - 1)) : behind);
      }
      int low = 0;
      int high = behind;
      double sought = Math.abs(value);
      while (high - low > 1) {
        int middle = (low + high) / 2;
        if (magnitude(middle) <= sought) {
          low = middle;
        } else {
          high = middle;
        }
      }
      double below = sought - magnitude(low);
      double above = magnitude(high) - sought;
      boolean up = above < below || (above == below && low % 2 == 1);
      return sign | (up ? high : low);
    }

    /// Elements of all bits.
    NdView<?> all() {
      NdView<?> items = NdView.zeros(bits, count());
      for (int i = 0; i < count(); i++) {
        items.setLong(new long[] {i}, i);
      }
      return items.viewAs(dtype);
    }

    /// Elements of random bits, that are no NaN unless it is asked for.
    NdView<?> random(Random random, boolean nan, long... shape) {
      NdView<?> items = NdView.zeros(bits, shape);
      NdView<?> flat = items.reshape(-1);
      for (int i = 0; i < flat.itemCount(); i++) {
        int some = random.nextInt(count());
        while (!nan && Double.isNaN(number(some))) {
          some = random.nextInt(count());
        }
        flat.setLong(new long[] {i}, some);
      }
      return items.viewAs(dtype);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bitsAreNumbers(Format format) {
    NdView<?> all = format.all();
    NdView<?> floats = all.astype(DType.FLOAT32);
    NdView<?> doubles = all.astype(DType.FLOAT64);
    for (int i = 0; i < format.count(); i++) {
      Double number = format.number(i);
      assertThat(all.getDouble(i)).as("bits %s", i).isEqualTo(number);
      assertThat(all.value(i)).isEqualTo(number.floatValue());
      assertThat(floats.getDouble(i)).isEqualTo(number);
      assertThat(doubles.getDouble(i)).isEqualTo(number);
      // The sign of zeros and NaN.
      int sign = Float.floatToRawIntBits(floats.as(FloatView.class).get(i)) >>> 31;
      assertThat(sign).as("sign of %s", i).isEqualTo(i < format.signBit() ? 0 : 1);
    }
    assertThat(doubles.viewAs(DType.INT64).getLong(format.count() - 1) >>> 63).isEqualTo(1);
    // Back to the same bits; NaN to that of the format.
    NdView<?> back = floats.astype(format.dtype).viewAs(format.bits);
    for (int i = 0; i < format.count(); i++) {
      boolean nan = Double.isNaN(format.number(i));
      int bits = nan ? format.nearest(Math.copySign(Double.NaN, i < format.signBit() ? 1 : -1)) : i;
      assertThat(back.getLong(i)).as("bits %s", i).isEqualTo(bits);
    }
  }

  @ParameterizedTest
  @EnumSource
  void roundsToNearestOfAll(Format format) {
    roundsToNearestOfAll(format, 45, 40_000);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void roundsManyToNearestOfAll(Format format) {
    roundsToNearestOfAll(format, 46, 200_000);
  }

  private static void roundsToNearestOfAll(Format format, int seed, int count) {
    Random random = new Random(seed);
    float[] values = new float[count];
    for (int i = 0; i < values.length; i++) {
      int bits = random.nextInt(format.behind);
      double middle = (format.magnitude(bits) + format.magnitude(bits + 1)) / 2;
      float value =
          switch (i % 6) {
            case 0 -> Float.intBitsToFloat(random.nextInt());
            case 1 -> (float) middle;
            case 2 -> Math.nextUp((float) middle);
            case 3 -> Math.nextDown((float) middle);
            case 4 -> (float) format.magnitude(bits);
            default -> (float) (random.nextGaussian() * Math.scalb(1.0, random.nextInt(40) - 20));
          };
      values[i] = random.nextBoolean() ? value : -value;
    }
    values[0] = Float.NEGATIVE_INFINITY;
    values[1] = -0.0f;
    values[2] = Float.MIN_VALUE;
    values[3] = Float.MAX_VALUE;
    FloatView floats = NdView.of(values);
    NdView<?> bits = floats.astype(format.dtype).viewAs(format.bits);
    NdView<?> single = NdView.zeros(format.dtype, values.length);
    NdView<?> ofDoubles = floats.astype(DType.FLOAT64).astype(format.dtype).viewAs(format.bits);
    for (int i = 0; i < values.length; i++) {
      single.setDouble(new long[] {i}, values[i]);
      int nearest = format.nearest(values[i]);
      assertThat(bits.getLong(i)).as("%s", values[i]).isEqualTo(nearest);
      assertThat(ofDoubles.getLong(i)).as("%s", values[i]).isEqualTo(nearest);
      assertThat(single.viewAs(format.bits).getLong(i)).as("%s", values[i]).isEqualTo(nearest);
    }
  }

  @ParameterizedTest
  @EnumSource
  void doublesAreRoundedByWayOfFloats(Format format) {
    // Beyond the middle between 1 and the next number, but no further than a float can tell.
    double ulp = 1.0 / (1 << format.fraction);
    double value = 1 + ulp / 2 + 0x1p-40;
    NdView<?> cast = NdView.of(new double[] {value}).astype(format.dtype);
    assertThat(cast.getDouble(0)).isEqualTo(1);
    cast.setDouble(new long[] {0}, value);
    assertThat(cast.getDouble(0)).isEqualTo(1);
    assertThat(NdView.of(new long[] {(1 << 24) + 1}).astype(DType.BFLOAT16).getDouble(0))
        .isEqualTo(1 << 24);
  }

  @ParameterizedTest
  @EnumSource
  void bothByteOrdersAndStridesConvertAlike(Format format) {
    ScalarType big = new ScalarType(((ScalarType) format.dtype).kind(), ByteOrder.BIG_ENDIAN);
    NdView<?> items = format.random(new Random(6), true, 40, 50).slice("::3, ::-2");
    NdView<?> turned = items.astype(big);
    assertThat(turned.dtype()).isEqualTo(big);
    same(turned.astype(DType.FLOAT32), items.astype(DType.FLOAT32));
    same(turned.transpose().astype(format.dtype), items.transpose());
  }

  @ParameterizedTest
  @EnumSource
  void operationsAreThoseOfFloats(Format format) {
    operationsAreThoseOfFloats(format, 0, 3);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void operationsOnManyItemsAreThoseOfFloats(Format format) {
    operationsAreThoseOfFloats(format, 3, 12);
  }

  @Tag("heavy")
  @ParameterizedTest
  @EnumSource
  void operationsOnMoreItemsAreThoseOfFloats(Format format) {
    operationsAreThoseOfFloats(format, 12, 40);
  }

  private static void operationsAreThoseOfFloats(Format format, int first, int end) {
    for (int seed = first; seed < end; seed++) {
      Random random = new Random(seed);
      long rows = 1L + random.nextInt(40);
      long columns = 1L + random.nextInt(60);
      NdView<?> x = format.random(random, seed % 2 == 1, rows, columns);
      NdView<?> y = format.random(random, seed % 2 == 1, rows, columns);
      NdView<?> fx = x.astype(DType.FLOAT32);
      NdView<?> fy = y.astype(DType.FLOAT32);
      rounded(format, x, y, fx, fy);
      wholes(x, fx);
      orders(x, y, fx, fy);
      for (int axis = 0; axis < 2; axis++) {
        alongAxis(format, x, fx, axis);
        alongAxis(format, x.copy(Order.F), fx.copy(Order.F), axis);
      }
    }
  }

  private static void rounded(Format format, NdView<?> x, NdView<?> y, NdView<?> fx, NdView<?> fy) {
    for (Binary how :
        List.of(
            Binary.PLUS,
            Binary.MINUS,
            Binary.TIMES,
            Binary.DIVIDED_BY,
            Binary.MAXIMUM,
            Binary.FMIN,
            Binary.HYPOT,
            Binary.COPYSIGN,
            Binary.FLOOR_DIVIDED_BY,
            Binary.REMAINDER)) {
      NdView<?> results = x.combine(how, y);
      assertThat(results.dtype()).isEqualTo(format.dtype);
      sameNumbers(results, fx.combine(how, fy).astype(format.dtype));
    }
    for (Unary how : List.of(Unary.SQRT, Unary.NEGATIVE, Unary.ABSOLUTE, Unary.EXP, Unary.RINT)) {
      sameNumbers(x.map(how), fx.map(how).astype(format.dtype));
    }
    sameNumbers(x.map(Unary.IS_NAN), fx.map(Unary.IS_NAN));
    sameNumbers(x.map(Unary.SIGNBIT), fx.map(Unary.SIGNBIT));
    sameNumbers(x.times(1.5), fx.times(1.5).astype(format.dtype));
    NdView<?> vector = y.index(0, 0);
    assertThat(x.dot(vector).dtype()).isEqualTo(DType.FLOAT32);
    sameNumbers(x.dot(vector), fx.dot(fy.index(0, 0)));
    sameNumbers(x.matmul(y.transpose()), fx.matmul(fy.transpose()).astype(format.dtype));
    assertThat(NdView.concatenate(0, List.of(x, y)).dtype()).isEqualTo(format.dtype);
  }

  private static void wholes(NdView<?> x, NdView<?> fx) {
    assertThat(x.sum()).isEqualTo(boxed(fx.sum()));
    assertThat(x.nanSum()).isEqualTo(boxed(fx.nanSum()));
    assertThat(x.min()).isEqualTo(boxed(fx.min()));
    assertThat(x.max()).isEqualTo(boxed(fx.max()));
    assertThat(x.nanMin()).isEqualTo(boxed(fx.nanMin()));
    assertThat(x.nanMax()).isEqualTo(boxed(fx.nanMax()));
    assertThat(x.argMin()).isEqualTo(fx.argMin());
    assertThat(x.argMax()).isEqualTo(fx.argMax());
    assertThat(x.var()).isEqualTo(boxed(fx.var()));
    assertThat(x.nanMean()).isEqualTo(boxed(fx.nanMean()));
    assertThat(x.prod()).isEqualTo(boxed(fx.prod()));
    assertThat(x.count()).isEqualTo(fx.count());
    assertThat(x.countNonZero()).isEqualTo(fx.countNonZero());
    assertThat(x.any()).isEqualTo(fx.any());
    assertThat(x.all()).isEqualTo(fx.all());
    assertThat(x.statistics()).isEqualTo(fx.statistics());
    NdView<?> median = NdView.of(new double[] {fx.nanMedian()}).astype(x.dtype());
    assertThat(x.nanMedian()).isEqualTo(boxed(median.getDouble(0)));
    double[] edges = {-2, -1, 0, 1, 2, 8};
    assertThat(x.histogram(edges).counts()).isEqualTo(fx.histogram(edges).counts());
    assertThat(x.doubles().toArray()).isEqualTo(fx.doubles().toArray());
    assertThat(x.contentEquals(fx, true)).isTrue();
    assertThat(x.contentEquals(x.copy(), true)).isTrue();
    assertThat(x.contentEquals(x.copy())).isEqualTo(fx.contentEquals(fx.copy()));
    assertThat(x.nonZero()).isDeepEqualTo(fx.nonZero());
  }

  /// NaN is equal to NaN.
  private static Double boxed(double number) {
    return number;
  }

  private static void orders(NdView<?> x, NdView<?> y, NdView<?> fx, NdView<?> fy) {
    sameNumbers(x.sorted(), fx.sorted());
    sameNumbers(x.flatten(Order.C).unique(), fx.flatten(Order.C).unique());
    same(x.argSort(0), fx.argSort(0));
    sameNumbers(x.flatten(Order.C).smallest(3).values(), fx.flatten(Order.C).smallest(3).values());
    for (Comparison how : Comparison.values()) {
      same(x.compare(how, y), fx.compare(how, fy));
      same(x.compare(how, 1), fx.compare(how, 1));
      same(x.compare(how, Double.NEGATIVE_INFINITY), fx.compare(how, Double.NEGATIVE_INFINITY));
    }
    sameNumbers(x.select(Comparison.GREATER, 0.25), fx.select(Comparison.GREATER, 0.25));
    assertThat(x.index(0, 0).sorted().searchSorted(y.index(0, 0), Side.LEFT))
        .isEqualTo(fx.index(0, 0).sorted().searchSorted(fy.index(0, 0), Side.LEFT));
  }

  private static void alongAxis(Format format, NdView<?> x, NdView<?> fx, int axis) {
    for (Reduction op :
        List.of(
            Reduction.SUM,
            Reduction.PROD,
            Reduction.MEAN,
            Reduction.MIN,
            Reduction.MAX,
            Reduction.VAR,
            Reduction.ARG_MIN,
            Reduction.ARG_MAX,
            Reduction.ANY,
            Reduction.ALL,
            Reduction.COUNT_NONZERO)) {
      NdView<?> expected = fx.reduce(op, axis);
      NdView<?> found = x.reduce(op, axis);
      boolean floats = expected.dtype().equals(DType.FLOAT32);
      assertThat(found.dtype()).isEqualTo(floats ? format.dtype : expected.dtype());
      if (SUMMED.contains(op)) {
        // Rounded once, from the double.
        NdView<?> doubles = x.astype(DType.FLOAT64).reduce(op, axis);
        sameNumbers(found, doubles.astype(format.dtype));
      } else {
        sameNumbers(found, floats ? expected.astype(format.dtype) : expected);
      }
    }
    sameNumbers(x.sorted(axis), fx.sorted(axis));
    NdView<?> sums = x.cumSum(axis);
    assertThat(sums.dtype()).isEqualTo(format.dtype);
    NdView<?> line = x.moveAxis(axis, 0);
    NdView<?> found = sums.moveAxis(axis, 0);
    NdView<?> sum = line.index(0, 0);
    sameNumbers(found.index(0, 0), sum);
    for (long i = 1; i < line.size(0); i++) {
      sum = sum.plus(line.index(0, i));
      sameNumbers(found.index(0, i), sum);
    }
  }

  private static void same(NdView<?> found, NdView<?> expected) {
    assertThat(found.shape()).isEqualTo(expected.shape());
    assertThat(found.contentEquals(expected, true)).isTrue();
  }

  private static void sameNumbers(NdView<?> found, NdView<?> expected) {
    assertThat(found.shape()).isEqualTo(expected.shape());
    assertThat(found.doubles().toArray()).isEqualTo(expected.doubles().toArray());
  }

  @Test
  void mixedKindsMeetInWhatHoldsBoth() {
    BiConsumer<DType, DType> bf16 =
        (other, result) ->
            assertThat(NdView.zeros(DType.BFLOAT16, 1).plus(NdView.zeros(other, 1)).dtype())
                .as("with %s", other)
                .isEqualTo(result);
    bf16.accept(DType.BOOL, DType.BFLOAT16);
    bf16.accept(DType.INT8, DType.BFLOAT16);
    bf16.accept(DType.UINT8, DType.BFLOAT16);
    bf16.accept(DType.INT16, DType.FLOAT32);
    bf16.accept(DType.INT32, DType.FLOAT64);
    bf16.accept(DType.FLOAT16, DType.FLOAT32);
    bf16.accept(DType.FLOAT8_E5M2, DType.FLOAT32);
    bf16.accept(DType.FLOAT32, DType.FLOAT32);
    bf16.accept(DType.FLOAT64, DType.FLOAT64);
    bf16.accept(DType.COMPLEX64, DType.COMPLEX64);
  }

  @Test
  void itemsOfVoidAndIntegersAreSeenAsThem() {
    NdView<?> raw = NdView.of(new short[] {0x3f80, (short) 0xc000}).viewAs(DType.parse("V2"));
    NdView<?> numbers = raw.viewAs(DType.parse("bf16"));
    assertThat(numbers.doubles()).containsExactly(1.0, -2.0);
    numbers.setDouble(new long[] {0}, 3.140625);
    assertThat(raw.viewAs(DType.UINT16).getLong(0)).isEqualTo(0x4049);
    assertThat(numbers).hasToString("[ 3.14 -2.  ]");
  }

  @Test
  void namesAreThoseOfMlDtypesAndHeadersSayVoid() {
    UnaryOperator<String> name = text -> DType.parse(text) + " " + DType.parse(text).descr();
    assertThat(name.apply("bfloat16")).isEqualTo("bfloat16 '|V2'");
    assertThat(name.apply(">bf16")).isEqualTo(">bfloat16 '|V2'");
    assertThat(name.apply("f8e4m3")).isEqualTo("float8_e4m3fn '|V1'");
    assertThat(name.apply("float8_e5m2")).isEqualTo("float8_e5m2 '|V1'");
    assertThatThrownBy(() -> DType.parse("'bfloat16'"))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("data type 'bfloat16' not understood: NumPy has no such type");
    assertThat(DType.BFLOAT16.withByteOrder(ByteOrder.BIG_ENDIAN)).isNotEqualTo(DType.BFLOAT16);
  }

  @Test
  void theirBitsHaveNoNeighboursHere() {
    NdView<?> x = NdView.zeros(DType.BFLOAT16, 2);
    assertThatThrownBy(() -> x.map(Unary.SPACING))
        .isInstanceOf(DTypeException.class)
        .hasMessageEndingWith("elements of bfloat16; convert them to f4 first");
    assertThatThrownBy(() -> x.combine(Binary.NEXTAFTER, x))
        .isInstanceOf(DTypeException.class)
        .hasMessageEndingWith("elements as bfloat16; convert them to f4 first");
    assertThat(ScalarKind.BFLOAT16.isNarrow() && ScalarKind.FLOAT16.isNarrow()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void mlDtypesHasTheSameBits(Format format) {
    Assumptions.assumeTrue(
        Python.isPresent()
            && Python.run(
                    """
                    import importlib.util
                    print(importlib.util.find_spec('ml_dtypes') is not None)
                    """)
                .strip()
                .equals("True"),
        "python3 with ml_dtypes is not there: nothing to compare with");
    float[] values = new float[20_000];
    Random random = new Random(8);
    for (int i = 0; i < values.length; i++) {
      double middle =
          (format.magnitude(i % format.behind) + format.magnitude(i % format.behind + 1)) / 2;
      values[i] = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : (float) -middle;
    }
    String program =
        """
        import ml_dtypes
        t = np.dtype(getattr(ml_dtypes, argv[0]))
        x = np.load(argv[1])
        u = 'u%d' % t.itemsize
        all = np.arange(2 ** (8 * t.itemsize)).astype(u).view(t)
        with np.errstate(all='ignore'):
            y = x.astype(t)
            for a in (y, x.astype('f8').astype(t), all.astype('f4'), all.astype('f8'),
                      y + y[::-1], np.sqrt(y), y * y[::-1], y < y[::-1]):
                if a.dtype == t or a.dtype.kind == 'f':
                    a = np.where(np.isnan(a), np.array(np.nan, a.dtype), a)
                print(np.ascontiguousarray(a).tobytes().hex())
        """;
    java.nio.file.Path file = npy(values);
    List<String> lines = Python.run(program, format.dtype, file).lines().toList();
    FloatView x = NdView.of(values);
    NdView<?> y = x.astype(format.dtype);
    NdView<?> turned = y.flip(0);
    List<NdView<?>> ours =
        List.of(
            y,
            x.astype(DType.FLOAT64).astype(format.dtype),
            format.all().astype(DType.FLOAT32),
            format.all().astype(DType.FLOAT64),
            y.plus(turned),
            y.map(Unary.SQRT),
            y.times(turned),
            y.compare(Comparison.LESS, turned));
    for (int i = 0; i < ours.size(); i++) {
      assertThat(hex(ours.get(i))).as("line %s", i).isEqualTo(lines.get(i));
    }
  }

  /// The bytes with one NaN for all.
  private static String hex(NdView<?> view) {
    NdView<?> items = view.copy();
    NdView<?> one = NdView.zeros(items.dtype(), 1);
    boolean floats = items.dtype() instanceof ScalarType scalar && scalar.kind().isFloat();
    if (floats) {
      one.setDouble(new long[] {0}, Double.NaN);
      for (long i = 0; i < items.itemCount(); i++) {
        if (Double.isNaN(items.getDouble(i))) {
          items.slice(0, i, i + 1).copyFrom(one);
        }
      }
    }
    byte[] bytes = new byte[(int) (items.itemCount() * items.dtype().itemsize())];
    items.copyTo(java.lang.foreign.MemorySegment.ofArray(bytes));
    return HexFormat.of().formatHex(bytes);
  }

  private static java.nio.file.Path npy(float[] values) {
    try {
      java.nio.file.Path file = java.nio.file.Files.createTempFile("floats", ".npy");
      file.toFile().deleteOnExit();
      try (var out = java.nio.file.Files.newOutputStream(file)) {
        io.ndmap.stream.NpyWriter.write(out, NdView.of(values));
      }
      return file;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
