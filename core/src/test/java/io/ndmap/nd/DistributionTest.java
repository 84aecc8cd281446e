package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.op.Histogram;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.testing.Numpy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Contracts of histograms, quantiles and cumulative sums that no comparison with NumPy shows.
class DistributionTest {

  private static final int MANY = 300_000;

  private static DoubleView doubles(double... items) {
    return (DoubleView)
        NdView.of(
            MemorySegment.ofArray(items),
            DType.FLOAT64,
            Shape.of(items.length),
            Order.C,
            Backing.MEMORY);
  }

  private static NdView<?> zeros(String dtype, long... sizes) {
    return NdView.zeros(DType.parse(dtype), Shape.of(sizes), Order.C);
  }

  private static DoubleView normal(int count) {
    return doubles(new Random(3).doubles(count).map(x -> Math.log(x) * 7).toArray());
  }

  // ---- histograms

  @Test
  void whatIsInNoBinIsCountedApart() {
    Histogram found =
        doubles(-1, 0, 0.5, 1, 2, Double.NaN, Double.POSITIVE_INFINITY, -0.0).histogram(2, 0, 1);
    assertThat(found.counts()).containsExactly(2, 2);
    assertThat(found.edges()).containsExactly(0, 0.5, 1);
    assertThat(found.outside()).isEqualTo(3);
    assertThat(found.nan()).isOne();
    assertThat(found.bins()).isEqualTo(2);
    assertThat(found.dtype()).isEqualTo(DType.FLOAT64);
    assertThat(found.density()).containsExactly(1, 1);
    assertThat(found).hasToString("counts [2, 2] between [0.0, 0.5, 1.0], 3 outside, 1 NaN");
  }

  @Test
  void aHistogramDoesNotChange() {
    double[] edges = {0, 1, 2};
    Histogram found = doubles(0.5, 1.5).histogram(edges);
    edges[0] = 7;
    found.edges()[0] = 8;
    found.counts()[0] = 9;
    assertThat(found.edges()).containsExactly(0, 1, 2);
    assertThat(found.counts()).containsExactly(1, 1);
  }

  @Test
  void densityOfNothingIsNaN() {
    assertThat(doubles().histogram(2).density()).containsExactly(Double.NaN, Double.NaN);
    assertThat(doubles().histogram(2).edges()).containsExactly(0, 0.5, 1);
  }

  @Test
  void rangesThatCannotBeAreRefused() {
    DoubleView some = doubles(1, 2);
    assertThatThrownBy(() -> some.histogram(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("at least 1 bin is needed, found 0");
    assertThatThrownBy(() -> some.nanHistogram(Integer.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("at most 2147483631 bins are possible, found 2147483647");
    assertThatThrownBy(() -> some.histogram(3, 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a range from the lower to the higher number is needed, found from 2.0 to 1.0");
    assertThatThrownBy(() -> some.histogram(3, 0, Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a finite range is needed, found from 0.0 to inf");
    assertThatThrownBy(() -> some.histogram(3, Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a finite range is needed, found from nan to 0.0");
    assertThatThrownBy(() -> some.histogram(3, -1.5e308, 1.5e308))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the range from -1.5e+308 to 1.5e+308 is too wide for edges of <f8");
    assertThatThrownBy(() -> doubles(1e17, 1e17).histogram(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "too many bins: no 3 of a width above 0 fit from 1e+17 to 1e+17 between numbers of"
                + " <f8");
    assertThatThrownBy(() -> doubles(1, Double.NaN).histogram(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the numbers reach from nan to nan; choose a range");
    assertThatThrownBy(() -> doubles(1, Double.NEGATIVE_INFINITY).nanHistogram(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the numbers reach from -inf to 1.0; choose a range");
    assertThatThrownBy(() -> some.histogram(new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bins need at least 2 edges, found 1");
    assertThatThrownBy(() -> some.histogram(new double[] {1, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the edges of bins must not descend, found 0.0 at 1 after 1.0");
    assertThatThrownBy(() -> some.histogram(new double[] {Double.NaN, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the edges of bins must not descend, found NaN at 0");
  }

  @Test
  void distancesMayExceedTheDtype() {
    NdView<?> halves = doubles(-60_000, 10_000, 60_000, 65_504).astype(DType.FLOAT16);
    Histogram found = halves.histogram(10, -60_000, 60_000);
    assertThat(found.counts()).containsExactly(1, 0, 0, 0, 0, 1, 0, 0, 0, 1);
    assertThat(found.outside()).isOne();
    assertThatThrownBy(() -> halves.histogram(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the range from -60000.0 to 65504.0 is too wide for edges of <f2");
  }

  @Test
  void longDoublesCountAsDoubles() {
    NdView<?> items = doubles(0, 1, 2, Double.NaN).astype(DType.parse("<f16"));
    assertThat(items.nanHistogram(2).counts()).containsExactly(1, 2);
    assertThat(items.nanHistogram(2).edges()).containsExactly(0, 1, 2);
    assertThat(items.histogram(2, 0, 4).nan()).isOne();
    assertThatThrownBy(() -> items.histogram(2))
        .hasMessage("the numbers reach from nan to nan; choose a range");
    assertThat(items.slice("3:").nanHistogram(1).edges()).containsExactly(0, 1);
    assertThat(items.nanMedian()).isOne();
    assertThat(items.median()).isNaN();
    assertThat(items.nanQuantile(0.75)).isEqualTo(1.5);
  }

  @Test
  void booleansAreZeroAndOne() {
    NdView<?> items = zeros("|b1", 4);
    items.slice("1:2").fill(true);
    assertThat(items.histogram(2).counts()).containsExactly(3, 1);
    assertThat(items.quantile(1)).isOne();
    assertThat(items.quantile(0.9)).isEqualTo(0.7, org.assertj.core.api.Assertions.within(1e-15));
    assertThat(items.median()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<c8", "<M8[s]", "|S3", "<m8[s]"})
  void whatIsNoRealNumberIsRefused(String dtype) {
    NdView<?> items = zeros(dtype, 3);
    assertThatThrownBy(() -> items.histogram(3))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("a real number");
    assertThatThrownBy(() -> items.quantile(0.5))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("a real number");
    assertThatThrownBy(items::median)
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("a real number");
  }

  // ---- quantiles

  @Test
  void quantilesThatCannotBeAreRefused() {
    DoubleView some = doubles(1, 2);
    for (double q : new double[] {-0.1, 1.5, Double.NaN}) {
      assertThatThrownBy(() -> some.quantile(q))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("quantiles must be from 0 to 1, found " + q);
      assertThatThrownBy(() -> some.nanQuantile(0.5, q))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("quantiles must be from 0 to 1, found " + q);
    }
    assertThatThrownBy(() -> zeros("<f4", 3, 0).quantile(0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no quantile of no elements, in an array of shape (3, 0)");
    assertThat(doubles().nanQuantile(0.5)).isNaN();
    assertThat(doubles().median()).isNaN();
    assertThat(some.quantile(new double[0])).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(QuantileMethod.class)
  void manyQuantilesAreThoseOfSortedItems(QuantileMethod method) {
    DoubleView items = normal(MANY);
    double[] sorted = items.toArray();
    Arrays.sort(sorted);
    double[] q = new Random(5).doubles(3000).toArray();
    double[] found =
        items.parallel(3).quantile(method, Axes.all(), q).as(DoubleView.class).toArray();
    for (int i = 0; i < q.length; i++) {
      double place = (MANY - 1) * q[i];
      double below = sorted[(int) place];
      double above = sorted[(int) Math.ceil(place)];
      switch (method) {
        case LOWER -> assertThat(found[i]).isEqualTo(below);
        case HIGHER -> assertThat(found[i]).isEqualTo(above);
        case NEAREST -> assertThat(found[i]).isEqualTo(sorted[(int) Math.rint(place)]);
        default -> assertThat(found[i]).isBetween(below, above);
      }
    }
  }

  private static double[] lower(NdView<?> view, double... q) {
    return view.quantile(QuantileMethod.LOWER, Axes.all(), q).as(DoubleView.class).toArray();
  }

  @Test
  void elementsThatAgreeInNearlyAllBitsAreDistinguished() {
    double[] items = new double[MANY];
    for (int i = 0; i < MANY; i++) {
      // All of them agree in the first 32 bits, and half of them in all.
      items[i] = Double.longBitsToDouble(0x4000_0000_0000_0000L + (i % 2 == 0 ? 7 : 50_000L * i));
    }
    double[] sorted = items.clone();
    Arrays.sort(sorted);
    assertThat(lower(doubles(items), 0, 0.3, 0.49, 0.51, 0.75, 1))
        .containsExactly(
            sorted[0],
            sorted[(int) (0.3 * (MANY - 1))],
            sorted[(int) (0.49 * (MANY - 1))],
            sorted[(int) (0.51 * (MANY - 1))],
            sorted[(int) (0.75 * (MANY - 1))],
            sorted[MANY - 1]);
    Arrays.fill(items, -0.0);
    assertThat(doubles(items).median()).isZero();
    assertThat(doubles(items).quantile(QuantileMethod.HIGHER, Axes.all(), 0.2).getDouble())
        .isEqualTo(-0.0);
  }

  /// All the same, near one end of what the dtype holds, and from one end to the other.
  @ParameterizedTest
  @ValueSource(strings = {"<i4", ">i8"})
  void integersOfAnyRangeAreOrdered(String text) {
    DType dtype = DType.parse(text);
    int bits = 8 * dtype.itemsize();
    boolean signed = text.contains("i");
    long least = signed ? Long.MIN_VALUE >> (64 - bits) : 0;
    long most = (signed ? -1L >>> 1 : -1L) >>> (64 - bits);
    for (int range : new int[] {0, 1, 16, 17, bits - 1, bits}) {
      for (boolean low : new boolean[] {true, false}) {
        long[] items = new Random(range).longs(100_001).toArray();
        for (int i = 0; i < items.length; i++) {
          // Both ends of the range are among them.
          long random = i < 2 ? -i : items[i];
          long distance = range == 0 ? 0 : random >>> (64 - range);
          items[i] = low ? least + distance : most - distance;
        }
        NdView<?> view = zeros(text, items.length);
        NdView.of(
                MemorySegment.ofArray(items),
                signed ? DType.INT64 : DType.UINT64,
                view.shape(),
                Order.C,
                Backing.MEMORY)
            .copyTo(view, Casting.UNSAFE);
        long flip = signed ? 0 : Long.MIN_VALUE;
        long[] sorted =
            Arrays.stream(items).map(x -> x ^ flip).sorted().map(x -> x ^ flip).toArray();
        double[] expected =
            IntStream.of(0, 25_000, 50_000, 100_000)
                .mapToObj(k -> signed ? sorted[k] + "" : Long.toUnsignedString(sorted[k]))
                .mapToDouble(Double::parseDouble)
                .toArray();
        assertThat(lower(view, 0, 0.25, 0.5, 1))
            .as("%s, %s bits, %s", text, range, low)
            .containsExactly(expected);
        assertThat(view.median()).isEqualTo(expected[2]);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {">u4", "<i8", "<u8"})
  void integersOfAnyRangeOfOtherDTypesAreOrdered(String text) {
    integersOfAnyRangeAreOrdered(text);
  }

  @Test
  void passesAreFewAndReportTheirElements() {
    AtomicLong reported = new AtomicLong();
    NdView<?> items = normal(MANY).on(Execution.SEQUENTIAL.withProgress(reported::addAndGet));
    items.quantile(0.1, 0.5, 0.9);
    assertThat(reported.get() % MANY).isZero();
    assertThat(reported.get() / MANY).isBetween(2L, 4L);
    reported.set(0);
    NdView<?> small = zeros("<i8", MANY).on(Execution.SEQUENTIAL.withProgress(reported::addAndGet));
    assertThat(small.median()).isZero();
    assertThat(reported).hasValue(2 * MANY);
    reported.set(0);
    items.histogram(10, 0, 1);
    assertThat(reported).hasValue(MANY);
    reported.set(0);
    items.cumSum();
    assertThat(reported).hasValue(MANY);
    reported.set(0);
    items.reshape(300, 1000).cumSum(0);
    assertThat(reported).hasValue(MANY);
  }

  @Test
  void itemsThatChangeMeanwhileAreNoticed() {
    DoubleView items = normal(MANY);
    AtomicLong reported = new AtomicLong();
    NdView<?> watched =
        items.on(
            Execution.SEQUENTIAL.withProgress(
                n -> {
                  if (reported.addAndGet(n) == MANY) {
                    items.fill(1e300);
                  }
                }));
    assertThatThrownBy(() -> watched.quantile(0.5))
        .isInstanceOf(ConcurrentModificationException.class)
        .hasMessage("memory: elements were changed while their order was looked for");
  }

  @Test
  void differencesOfIntegersDoNotWrap() {
    NdView<?> bytes = zeros("|i1", 2);
    bytes.slice(":1").fill(-128);
    bytes.slice("1:").fill(127);
    assertThat(bytes.quantile(0.5)).isEqualTo(-0.5);
    NdView<?> longs = zeros("<i8", 2);
    longs.slice(":1").fill(Long.MIN_VALUE);
    longs.slice("1:").fill(Long.MAX_VALUE);
    assertThat(longs.quantile(0.75)).isEqualTo(0x1p62);
  }

  @Test
  void theLargestOfManyHalvesIsANumber() {
    NdView<?> halves = zeros("<f2", 70_000);
    halves.slice("9:10").fill(2.5);
    assertThat(halves.quantile(1)).isEqualTo(2.5);
  }

  // ---- quantiles along axes

  @Test
  void quantilesAlongAxesThatCannotBeAreRefused() {
    NdView<?> some = zeros("<f8", 2, 3);
    assertThatThrownBy(() -> some.quantile(QuantileMethod.LINEAR, Axes.of(2), 0.5))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis 2 is out of bounds for an array of rank 2");
    assertThatThrownBy(() -> some.median(0, -3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis -3 is out of bounds for an array of rank 2");
    assertThatThrownBy(
            () -> some.nanQuantile(QuantileMethod.LINEAR, Axes.of(1, -1), new double[] {0.5}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("axis -1 of [1, -1] is given twice");
    assertThatThrownBy(() -> some.quantile(QuantileMethod.LINEAR, Axes.of(0), 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("quantiles must be from 0 to 1, found 1.5");
    assertThatThrownBy(() -> some.quantile(QuantileMethod.LINEAR, Axes.of(0), 0, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("quantiles must be from 0 to 1, found NaN");
    assertThatThrownBy(() -> zeros("<f4", 3, 0).quantile(QuantileMethod.LINEAR, Axes.of(1), 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no quantile of no elements, in an array of shape (3, 0)");
    assertThat(zeros("<f4", 3, 0).quantile(QuantileMethod.LINEAR, Axes.of(0), 0.5).shape())
        .isEqualTo(Shape.of(0));
    assertThat(zeros("<f4", 3, 0).nanQuantile(QuantileMethod.LINEAR, Axes.of(1), 0, 1).shape())
        .isEqualTo(Shape.of(2, 3));
    assertThat(zeros("<f4", 3, 0).median(1).as(FloatView.class).toArray())
        .containsExactly(Float.NaN, Float.NaN, Float.NaN);
    assertThat(some.quantile(QuantileMethod.LINEAR, Axes.of(1), new double[0]).shape())
        .isEqualTo(Shape.of(0, 2));
    assertThatThrownBy(() -> zeros("<c8", 3).quantile(QuantileMethod.LINEAR, Axes.of(0), 0.5))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("a real number");
    Axes masked = Axes.of(0).where(NdView.of(new boolean[] {true, false, true}));
    assertThatThrownBy(() -> some.nanQuantile(QuantileMethod.LINEAR, masked, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("quantiles take no mask, as in NumPy; select the elements first");
    for (String dtype : new String[] {"<c8", "<m8[s]"}) {
      assertThatThrownBy(() -> zeros(dtype, 3).nanMedian(0))
          .isInstanceOf(DTypeException.class)
          .hasMessageContaining("a real number");
    }
  }

  /// Lanes and columns, sorted ones and those too long for it, on one thread and several.
  @Test
  void quantilesAlongAnAxisAreThoseOfEachPart() {
    double[] q = {0.25, 0.9};
    for (long[] sizes : new long[][] {{300, 1000}, {2, 150_000}, {100_000, 3}, {5, 60_000}}) {
      NdView<?> items = normal(MANY).reshape(sizes);
      for (int axis = 0; axis < 2; axis++) {
        AtomicLong reported = new AtomicLong();
        Execution watched =
            Execution.parallel(1 + axis * 2).droppingBehind().withProgress(reported::addAndGet);
        NdView<?> found = items.on(watched).quantile(QuantileMethod.LINEAR, Axes.of(axis), q);
        NdView<?> single = items.on(watched).quantile(QuantileMethod.LINEAR, Axes.of(axis), q[1]);
        NdView<?> median = items.median(axis);
        assertThat(found.shape()).isEqualTo(Shape.of(2, sizes[1 - axis]));
        assertThat(reported.get() % MANY).isZero();
        assertThat(reported.get()).isPositive();
        for (long k = 0; k < sizes[1 - axis]; k += Math.max(1, sizes[1 - axis] / 7)) {
          NdView<?> part = items.index(1 - axis, k);
          double[] expected = part.quantile(q);
          assertThat(found.as(DoubleView.class).get(0, k)).isEqualTo(expected[0]);
          assertThat(found.as(DoubleView.class).get(1, k)).isEqualTo(expected[1]);
          assertThat(single.as(DoubleView.class).get(k)).isEqualTo(expected[1]);
          assertThat(median.as(DoubleView.class).get(k)).isEqualTo(part.median());
        }
      }
    }
  }

  @Test
  void anInterruptEndsQuantilesAlongAxes() {
    NdView<?> items = normal(MANY).reshape(300, 1000);
    for (int axis = 0; axis < 2; axis++) {
      int along = axis;
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> items.median(along))
          .isInstanceOf(OperationInterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  // ---- cumulative sums

  @Test
  void targetsThatDoNotFitAreRefused() {
    NdView<?> items = zeros("<f8", 2, 3);
    assertThatThrownBy(() -> items.cumSum(0, zeros("<f8", 3, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the sums of memory have shape (2, 3), the target has shape (3, 2)");
    assertThatThrownBy(() -> items.cumSum(zeros("<f8", 2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the sums of memory have shape (6,), the target has shape (2, 3)");
    assertThatThrownBy(() -> items.cumSum(2))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis 2 is out of bounds for an array of rank 2");
    assertThatThrownBy(() -> items.cumSum(-3, zeros("<f8", 2, 3)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis -3 is out of bounds for an array of rank 2");
    assertThatThrownBy(() -> items.cumSum(0, zeros("<i8", 2, 3)))
        .isInstanceOf(DTypeException.class)
        .hasMessageStartingWith(
            "the sums are <f8, which cannot be cast to elements of <i8 of memory by same-kind"
                + " casting");
    assertThatThrownBy(() -> zeros("<M8[s]", 3).cumSum())
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: cannot add elements of <M8[s]; view their ticks as i8 first");
    assertThatThrownBy(() -> zeros("<i8", 3).cumSum(0, zeros("<m8[s]", 3)))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: cannot add elements of <m8[s]; view their ticks as i8 first");
    assertThatThrownBy(() -> zeros("|S3", 3).cumSum(0))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: cannot add elements of |S3");
    assertThatThrownBy(() -> zeros("<f16", 3).cumSum(0, zeros("<i4", 3)))
        .isInstanceOf(DTypeException.class)
        .hasMessageStartingWith(
            "the sums are <f16, which cannot be cast to elements of <i4 of memory by same-kind"
                + " casting");
    assertThatThrownBy(() -> zeros("<c32", 3).cumSum(0, zeros("<f16", 3)))
        .isInstanceOf(DTypeException.class)
        .hasMessageStartingWith(
            "the sums are <c32, which cannot be cast to elements of <f16 of memory by same-kind"
                + " casting");
    for (String other : new String[] {"<m8[ms]", "<M8[s]", "<i8"}) {
      assertThatThrownBy(() -> zeros("<m8[s]", 3).cumSum(0, zeros(other, 3)))
          .isInstanceOf(DTypeException.class)
          .hasMessage(
              "the sums are <m8[s], not elements of "
                  + other
                  + " of memory; use a target of that dtype and convert it");
    }
    assertThatThrownBy(() -> zeros("<f8", 3).cumSum(zeros("<f8", 1).broadcastTo(Shape.of(3))))
        .isInstanceOf(ReadOnlyViewException.class);
  }

  @Test
  void whatTheProcessorHoldsForInvalidIsNaN() {
    NdView<?> items = zeros("<f16", 3);
    items.fill(1);
    // No leading bit, though the exponent asks for one.
    items.segment().set(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, 16, 5);
    NdView<?> sums = items.cumSum(0).astype(DType.FLOAT64);
    assertThat(((DoubleView) sums).toArray()).containsExactly(1, Double.NaN, Double.NaN);
  }

  @Test
  void sumsOfLongSignedAndUnsignedIntegersAreExact() {
    NdView<?> items = zeros("<u8", 2);
    items.fill((1L << 62) + 1);
    NdView<?> sums = zeros("<i8", 2);
    items.cumSum(sums);
    assertThat(((LongView) sums).toArray())
        .containsExactly(0x4000_0000_0000_0001L, 0x8000_0000_0000_0002L);
  }

  @Test
  void anInterruptEndsThem() {
    DoubleView items = normal(MANY);
    for (Runnable work :
        new Runnable[] {
          items::cumSum,
          () -> items.reshape(300, 1000).cumSum(0),
          () -> items.histogram(5),
          items::median
        }) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(work::run).isInstanceOf(OperationInterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void largeSumsInPlaceAreThoseOfACopy() {
    try (Arena arena = Arena.ofShared()) {
      for (int axis = 0; axis < 2; axis++) {
        DoubleView items =
            (DoubleView)
                NdView.of(
                    arena.allocate(8L * MANY, 8),
                    DType.FLOAT64,
                    Shape.of(500, 600),
                    Order.C,
                    Backing.MEMORY);
        normal(MANY).reshape(500, 600).copyTo(items);
        NdView<?> expected = items.copy().cumSum(axis);
        items.parallel(3).cumSum(axis, items);
        assertThat(items.contentEquals(expected)).isTrue();
      }
    }
  }

  /// Times are ticks that a double does not hold; `NaT` sorts before them all.
  @Test
  void quantilesOfTimesAreNumpys() throws Exception {
    double[] q = {0, 0.1, 0.5, 0.7771, 0.99, 1};
    try (Numpy numpy = Numpy.start()) {
      for (String dtype : List.of("<M8[ns]", ">M8[ns]", "<m8[ns]", "<M8[D]", ">m8[25s]")) {
        for (QuantileMethod method : QuantileMethod.values()) {
          List<String> output =
              numpy.run(
                  """
                  rng = np.random.default_rng(7)
                  a = (rng.integers(0, 10**6, 3000) + (17 * 10**17 if 'ns' in %1$s else 0)).astype('i8')
                  a = a.view(%1$s.replace('>', '<')).astype(%1$s)
                  a[::10] = 'NaT'
                  q, how = [0, 0.1, 0.5, 0.7771, 0.99, 1], '%2$s'.lower()
                  lanes = a.reshape(30, 10, 10)
                  some = lambda lane: np.quantile(lane[~np.isnat(lane)], q, method=how)
                  found = [
                      some(a),
                      np.quantile(a, q, method=how),
                      np.quantile(lanes, q, axis=(0, 1), method=how, keepdims=True),
                      np.stack([some(lane) for lane in lanes], 1),
                      np.quantile(lanes[..., 1:], 0.3, axis=1, method=how)]
                  result.append(a.tobytes().hex())
                  for each in found:
                      ticks = each.astype(each.dtype.newbyteorder('<')).view('i8').ravel()
                      result.append(' '.join(str(t) for t in [*each.shape, *ticks]))
                  """
                      .formatted("'" + dtype + "'", method));
          NdView<?> view =
              NdView.of(
                  MemorySegment.ofArray(HexFormat.of().parseHex(output.getFirst())),
                  DType.parse(dtype),
                  Shape.of(3000),
                  Order.C);
          NdView<?> lanes = view.reshape(30, 10, 10);
          List<NdView<?>> found =
              List.of(
                  view.nanQuantile(method, Axes.all(), q),
                  view.quantile(method, Axes.all(), q),
                  lanes.parallel(2).quantile(method, Axes.of(1, 0).keepingDims(), q),
                  lanes.nanQuantile(method, Axes.of(1, 2), q),
                  lanes.slice("..., 1:").quantile(method, Axes.of(1), 0.3));
          for (int k = 0; k < found.size(); k++) {
            assertThat(found.get(k).dtype())
                .isEqualTo(((TimeType) view.dtype()).withByteOrder(ByteOrder.LITTLE_ENDIAN));
            String shape = found.get(k).shape().toString().replaceAll("[(),]+", " ");
            String ticks =
                found.get(k).longs().mapToObj(Long::toString).collect(Collectors.joining(" "));
            assertThat((shape.strip() + " " + ticks).replaceAll(" +", " "))
                .as("%s %s %s", dtype, method, k)
                .isEqualTo(output.get(k + 1));
          }
        }
      }
    }
  }

  /// Quantiles of many elements take several passes, and do not count `NaT`.
  @Test
  void quantilesOfManyTimesAreTicks() {
    long[] ticks = new Random(9).longs(300_000, -1L << 40, 1L << 62).toArray();
    for (int i = 0; i < ticks.length; i += 3) {
      ticks[i] = TimeType.NOT_A_TIME;
    }
    long[] sorted = Arrays.stream(ticks).filter(tick -> tick != TimeType.NOT_A_TIME).toArray();
    Arrays.sort(sorted);
    NdView<?> times = NdView.of(ticks).viewAs(DType.parse("<M8[us]"));
    assertThat(times.nanQuantile(QuantileMethod.LOWER, Axes.all(), 0, 0.5, 1).longs())
        .containsExactly(sorted[0], sorted[99_999], sorted[199_999]);
    assertThat(times.quantile(QuantileMethod.LOWER, Axes.all(), 0.5).getLong())
        .isEqualTo(TimeType.NOT_A_TIME);
    NdView<?> none = times.slice("::3");
    assertThat(none.nanQuantile(QuantileMethod.LINEAR, Axes.all(), 0.5).getLong())
        .isEqualTo(TimeType.NOT_A_TIME);
    assertThat(none.slice("0:0").nanQuantile(QuantileMethod.LINEAR, Axes.all(), 0.5).getLong())
        .isEqualTo(TimeType.NOT_A_TIME);
    assertThatThrownBy(() -> times.quantile(0.5))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("a real number");
  }
}
