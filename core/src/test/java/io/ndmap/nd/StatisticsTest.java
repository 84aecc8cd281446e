package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.Deviations;
import io.ndmap.fold.DoubleSum;
import io.ndmap.fold.Int128Sum;
import io.ndmap.fold.IntegerSums;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Backing;
import io.ndmap.op.Statistics;
import io.ndmap.testing.Numpy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics agree with NumPy and with exact arithmetic.
class StatisticsTest {

  /// Scratch memory for the sums of blocks.
  private static final MemorySegment SCRATCH = Arena.global().allocate(4L * Scratch.BLOCK, 64);

  /// The statistics of an array: count, NaN, minimum, maximum, sum, the sum of the magnitudes, mean
  /// and deviation; exactly of integers, of floating-point numbers by `math.fsum`. `any` stands
  /// where squares or sums exceed a double.
  private static final String STATISTICS =
      """
      import math
      def statistics(a):
          if a.dtype.kind in 'Mm':
              a = a.view('<i8' if a.dtype.byteorder != '>' else '>i8')
              flat = a[a != np.iinfo('i8').min]
          elif a.dtype.kind == 'f':
              with np.errstate(all='ignore'):
                  a = a.astype('f8')
              flat = a[~np.isnan(a)]
          else:
              flat = a.ravel()
          nan = a.size - flat.size
          values = [v.item() for v in flat.ravel()]
          n = len(values)
          if n == 0:
              answer = (0, nan, '', '', 0, 0, 'nan', 'nan')
          elif a.dtype.kind != 'f':
              total, squares = sum(values), sum(v * v for v in values)
              answer = (n, nan, min(values), max(values), total, sum(abs(v) for v in values),
                  total / n, math.sqrt((n * squares - total * total) / (n * n)))
          elif not np.isfinite(flat).all():
              with np.errstate(all='ignore'):
                  answer = (n, nan, flat.min(), flat.max(), flat.sum(), math.inf, flat.mean(), math.nan)
          else:
              largest = max(abs(v) for v in values)
              total, magnitude = ('any', 0) if largest * n > 1e307 else (math.fsum(values), math.fsum(map(abs, values)))
              answer = (n, nan, min(values), max(values), total, magnitude,
                  'any' if total == 'any' else total / n,
                  'any' if largest > 1e150 else flat.astype(np.longdouble).std())
          return [str(int(x) if isinstance(x, bool) else float(x) if isinstance(x, np.floating) else x)
              for x in answer]
      """;

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Live {

    private Numpy numpy;

    @BeforeAll
    void start() {
      numpy = Numpy.start();
      numpy.run(STATISTICS);
    }

    @AfterAll
    void stop() {
      if (numpy != null) {
        numpy.close();
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"|b1", ">u2", "<u8", "<f2", ">f4", "<f8", "<f16", "<M8[s]", ">m8"})
    void agreesWithNumpy(String descr) {
      DType dtype = DType.parse(descr);
      Random random = new Random(descr.hashCode());
      List<NdView<?>> views = new ArrayList<>();
      StringBuilder question = new StringBuilder("each = []\n");
      try (Arena arena = Arena.ofConfined()) {
        for (long[] sizes :
            new long[][] {
              {},
              {0},
              {1},
              {3, 0, 2},
              {7},
              {5, 6},
              {4096},
              {4097},
              {2, 4096},
              {65, 127},
              {3, 4, 5, 6}
            }) {
          Shape shape = Shape.of(sizes);
          byte[] data = new byte[(int) shape.byteSize(dtype.itemsize())];
          RandomItems.fill(random, dtype, data);
          MemorySegment segment = arena.allocate(Math.max(1, data.length), 1);
          MemorySegment.copy(MemorySegment.ofArray(data), 0, segment, 0, data.length);
          question.append("data = bytearray(" + Numpy.bytes(data) + ") + bytes(16)\n");
          for (Order order : Order.values()) {
            NdView<?> whole = NdView.of(segment, dtype, shape, order, Backing.MEMORY);
            question.append(
                "a = np.ndarray(%s, '%s', data, order='%s')\neach += [a, a.T]\n"
                    .formatted(shape, descr, order));
            views.add(whole);
            views.add(whole.transpose());
            if (shape.rank() > 0) {
              question.append("each += [a[::-2, ...], a[..., 1::3]]\n");
              views.add(whole.slice("::-2, ..."));
              views.add(whole.slice("..., 1::3"));
            }
          }
          NdView<?> heap =
              NdView.of(MemorySegment.ofArray(data), dtype, shape, Order.C, Backing.MEMORY);
          assertThat(heap.statistics())
              .isEqualTo(NdView.of(segment, dtype, shape, Order.C, Backing.MEMORY).statistics());
        }
        List<String> expected =
            numpy.run(question + "for a in each:\n    result += statistics(a)\n");
        assertThat(expected).hasSize(8 * views.size());
        for (int k = 0; k < views.size(); k++) {
          agrees(views.get(k), expected.subList(8 * k, 8 * (k + 1)));
        }
      }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(
        strings = {
          "|i1", "|u1", "<i2", ">i2", "<u2", "<i4", ">i4", "<u4", ">u4", "<i8", ">i8", ">u8", ">f2",
          "<f4", ">f8", ">f16", ">M8[ns]", "<m8[3D]"
        })
    void agreesWithNumpyInOtherDTypes(String descr) {
      agreesWithNumpy(descr);
    }
  }

  private static void agrees(NdView<?> view, List<String> expected) {
    Statistics found = view.statistics();
    boolean exact = !view.dtype().toString().contains("f");
    SoftAssertions softly = new SoftAssertions();
    softly.assertThat(found.count()).isEqualTo(Long.parseLong(expected.get(0)));
    softly.assertThat(found.nan()).isEqualTo(Long.parseLong(expected.get(1)));
    softly.assertThat(text(found.min(), exact)).isEqualTo(zeroed(expected.get(2), exact));
    softly.assertThat(text(found.max(), exact)).isEqualTo(zeroed(expected.get(3), exact));
    if (exact) {
      softly.assertThat(found.sum().toString()).isEqualTo(expected.get(4));
    } else {
      near(softly, found.sum().doubleValue(), expected.get(4), expected.get(5), 2e-15);
    }
    // The error of a mean is that of the sum, which cancellation can make as large as the mean.
    double magnitude = parsed(expected.get(5)) / Math.max(1, found.count());
    near(softly, found.mean(), expected.get(6), Double.toString(magnitude), 4e-15);
    near(softly, found.std(), expected.get(7), expected.get(7), 1e-12);
    softly.assertAll();
  }

  private static String text(Optional<Number> number, boolean exact) {
    if (number.isEmpty()) {
      return "";
    }
    return exact ? number.get().toString() : Double.toString(number.get().doubleValue() + 0.0);
  }

  /// Zero without its sign, as NumPy does not specify which zero is the smaller one.
  private static String zeroed(String text, boolean exact) {
    return exact || text.isEmpty() ? text : Double.toString(parsed(text) + 0.0);
  }

  private static void near(
      SoftAssertions softly, double found, String text, String magnitude, double precision) {
    if (text.equals("any")) {
      return;
    }
    double expected = parsed(text);
    if (Double.isFinite(expected)) {
      double tolerance = Math.abs(parsed(magnitude)) * precision;
      softly.assertThat(found).isCloseTo(expected, within(tolerance + Double.MIN_NORMAL));
    } else {
      softly.assertThat(found).isEqualTo(Double.valueOf(expected));
    }
  }

  private static double parsed(String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static Statistics ofDoubles(double... values) {
    return NdView.of(
            MemorySegment.ofArray(values),
            DType.FLOAT64,
            Shape.of(values.length),
            Order.C,
            Backing.MEMORY)
        .statistics();
  }

  @Test
  void countsWhatIsNoNumberApart() {
    assertThat(ofDoubles(Double.NaN, 1, Double.NaN, 3))
        .isEqualTo(new Statistics(2, 2, Optional.of(1.0), Optional.of(3.0), 4.0, 2.0, 1.0));
    assertThat(ofDoubles(Double.NaN))
        .isEqualTo(
            new Statistics(0, 1, Optional.empty(), Optional.empty(), 0.0, Double.NaN, Double.NaN));
  }

  @Test
  void keepsInfinity() {
    assertThat(ofDoubles(1, Double.POSITIVE_INFINITY, 2))
        .isEqualTo(
            new Statistics(
                3,
                0,
                Optional.of(1.0),
                Optional.of(Double.POSITIVE_INFINITY),
                Double.POSITIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                Double.NaN));
    assertThat(ofDoubles(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).sum())
        .isEqualTo(Double.NaN);
  }

  /// The square of such a mean overflows, the deviation does not.
  @Test
  void takesLargeNumbersFromTheirMean() {
    assertThat(ofDoubles(1e200, 1e200, 1e200).std()).isZero();
    assertThat(ofDoubles(1e160, 1e160 + 1e147).std()).isCloseTo(5e146, within(1e145));
  }

  @Test
  void isExactBeyond64Bits() {
    long[] ones = {-1, -1, -1, 0};
    NdView<?> unsigned =
        NdView.of(MemorySegment.ofArray(ones), DType.UINT64, Shape.of(4), Order.C, Backing.MEMORY);
    BigInteger largest = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    Statistics found = unsigned.statistics();
    assertThat(found.sum()).isEqualTo(largest.multiply(BigInteger.valueOf(3)));
    assertThat(found.max()).contains(largest);
    assertThat(found.min()).contains(0L);
    assertThat(found.mean()).isEqualTo(0x1p64 * 0.75);
  }

  /// Neighbours in value, far from zero: a sum of squares would lose all of the deviation.
  @Test
  void losesNothingByCancellation() {
    double[] values = new double[100_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1e9 + i % 2;
    }
    assertThat(ofDoubles(values).std()).isCloseTo(0.5, within(1e-9));
    assertThat(ofDoubles(values).mean()).isEqualTo(1e9 + 0.5);
  }

  @Test
  void isTheSameForEveryTranspose() {
    Random random = new Random(5);
    double[] values = random.doubles(30 * 40 * 50, -1e3, 1e3).toArray();
    NdView<?> view =
        NdView.of(
            MemorySegment.ofArray(values),
            DType.FLOAT64,
            Shape.of(30, 40, 50),
            Order.C,
            Backing.MEMORY);
    Statistics expected = view.statistics();
    assertThat(view.transpose().statistics()).isEqualTo(expected);
    assertThat(view.transpose(1, 0, 2).statistics()).isEqualTo(expected);
    assertThat(view.transpose(2, 0, 1).statistics()).isEqualTo(expected);
  }

  @Test
  void countsRepeatedItemsEachTime() {
    byte[] one = {(byte) 200};
    NdView<?> many =
        NdView.of(
            MemorySegment.ofArray(one),
            DType.UINT8,
            Strided.of(0, Shape.of(1 << 10, 1 << 10), 0, 0),
            Backing.MEMORY);
    assertThat(many.statistics())
        .isEqualTo(
            new Statistics(
                1 << 20, 0, Optional.of(200L), Optional.of(200L), 200L << 20, 200.0, 0.0));
  }

  @Test
  void refusesWhatIsNoRealNumber() {
    refuses("<c8", "an element of <c8 is not a real number; use real() or imag() first");
    refuses("|S3", "an element of |S3 is not a real number");
    refuses("<U2", "an element of <U2 is not a real number");
    refuses("|V2", "an element of |V2 is not a real number; read its bytes with getBytes");
    refuses(
        "[('x', '<f8')]",
        "an element of [('x', '<f8')] is not a real number; use field(name) first");
  }

  private static void refuses(String descr, String text) {
    DType dtype = DType.parse(descr);
    NdView<?> view =
        NdView.of(
            MemorySegment.ofArray(new byte[dtype.itemsize()]),
            dtype,
            Shape.of(1),
            Order.C,
            Backing.MEMORY);
    assertThatThrownBy(() -> view.statistics())
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: " + text);
  }

  // ---- the parts

  @Test
  void sumsAsExactlyAsPythonsFsum() {
    Random random = new Random(11);
    StringBuilder question = new StringBuilder("import math\n");
    List<double[]> all = new ArrayList<>();
    for (int length : new int[] {0, 1, 7, 8, 9, 127, 128, 129, 1000, 2048, 4096, 20_000}) {
      double[] values = new double[length];
      for (int i = 0; i < length; i++) {
        values[i] = random.nextGaussian() * Math.pow(10, random.nextInt(-10, 10));
      }
      all.add(values);
      question.append("result.append(repr(math.fsum(" + Arrays.toString(values) + ")))\n");
    }
    try (Numpy numpy = Numpy.start()) {
      List<String> expected = numpy.run(question.toString());
      for (int k = 0; k < all.size(); k++) {
        double[] values = all.get(k);
        DoubleSum sum = new DoubleSum();
        sum.doubles(native8(values), 0, values.length, SCRATCH, false);
        double tolerance = Arrays.stream(values).map(Math::abs).sum() * 2e-15 + Double.MIN_NORMAL;
        assertThat(sum.total()).isCloseTo(Double.parseDouble(expected.get(k)), within(tolerance));
      }
    }
  }

  /// Without compensation, each of the small numbers would be lost.
  @Test
  void carriesTheErrorOfAddingUpRuns() {
    DoubleSum sum = new DoubleSum();
    sum.add(1e16);
    for (int i = 0; i < 1000; i++) {
      sum.add(1);
    }
    sum.add(-1e16);
    assertThat(sum.total()).isEqualTo(1000);
  }

  @Test
  void addsOnlyTheValuesAsked() {
    DoubleSum floats = new DoubleSum();
    floats.doubles(native8(8, 1, 2, 0, 0, 0, 0, 0, 0, 4), 8, 2, SCRATCH, false);
    assertThat(floats.total()).isEqualTo(3);
    Deviations moments = new Deviations();
    moments.add(native8(70, 1, 3, 0, 0, 0, 0, 0, 0, 50), 8, 2, floats, SCRATCH, false);
    assertThat(floats.total()).isEqualTo(7);
    assertThat(moments.count()).isEqualTo(2);
    assertThat(moments.deviation()).isEqualTo(1);
  }

  @Test
  void momentsDoNotDependOnTheBlocks() {
    double[] values = new Random(3).doubles(1000, 50, 60).toArray();
    Deviations whole = new Deviations();
    whole.add(native8(values), 0, values.length, new DoubleSum(), SCRATCH, false);
    for (int block : new int[] {1, 3, 4, 7, 999}) {
      Deviations parts = new Deviations();
      for (int from = 0; from < values.length; from += block) {
        double[] part = Arrays.copyOfRange(values, from, Math.min(1000, from + block));
        parts.add(native8(part), 0, part.length, new DoubleSum(), SCRATCH, false);
      }
      parts.add(native8(), 0, 0, new DoubleSum(), SCRATCH, false);
      assertThat(parts.count()).isEqualTo(1000);
      assertThat(parts.deviation()).isCloseTo(whole.deviation(), within(1e-13));
    }
    assertThat(new Deviations().deviation()).isNaN();
  }

  /// In native memory, followed by zeros.
  private static MemorySegment native8(double... values) {
    MemorySegment memory = Arena.ofAuto().allocate(8L * (values.length + 8));
    return memory.copyFrom(MemorySegment.ofArray(values));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sumsIntegersExactly(boolean unsigned) {
    Random random = new Random(17);
    for (int length : new int[] {0, 1, 2, 100, 4096}) {
      List<BigInteger> exact = new ArrayList<>();
      long[] values = new long[length];
      for (int i = 0; i < length; i++) {
        values[i] =
            switch (random.nextInt(4)) {
              case 0 -> Long.MIN_VALUE;
              case 1 -> -1;
              case 2 -> Long.MAX_VALUE;
              default -> random.nextLong();
            };
        exact.add(
            unsigned
                ? new BigInteger(Long.toUnsignedString(values[i]))
                : BigInteger.valueOf(values[i]));
      }
      BigInteger expected = exact.stream().reduce(BigInteger.ZERO, BigInteger::add);
      Int128Sum sum = new Int128Sum();
      ScalarKind kind = unsigned ? ScalarKind.UINT64 : ScalarKind.INT64;
      MemorySegment memory = Arena.ofAuto().allocate(8L * values.length);
      IntegerSums.add(kind, memory.copyFrom(MemorySegment.ofArray(values)), 0, length, sum);
      assertThat(sum.exact()).isEqualTo(expected);
      assertThat(sum.wrapped()).isEqualTo(expected.longValue());
      assertThat(sum.total()).isEqualTo(expected.doubleValue());
      sum.add(-15);
      assertThat(sum.exact()).isEqualTo(expected.subtract(BigInteger.valueOf(15)));
      Int128Sum twice = new Int128Sum();
      twice.add(sum);
      twice.add(sum);
      assertThat(twice.exact()).isEqualTo(sum.exact().shiftLeft(1));
    }
  }

  @Test
  void roundsMeansOfIntegersOnce() {
    Int128Sum sum = new Int128Sum();
    sum.add(Long.MAX_VALUE);
    sum.add(1);
    assertThat(sum.exact()).isEqualTo(BigInteger.TWO.pow(63));
    assertThat(sum.mean(2)).isEqualTo(0x1p62);
    sum.clear();
    sum.add(-7);
    assertThat(sum.mean(2)).isEqualTo(-3.5);
  }
}
