package io.ndmap.distribution;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.op.Histogram;
import io.ndmap.op.Reduction;
import io.ndmap.op.Statistics;
import io.ndmap.pass.Items;
import io.ndmap.pass.WorkerPass;
import io.ndmap.reduce.FloatStatisticsFold;
import io.ndmap.reduce.Fold;
import io.ndmap.reduce.MinMaxFold;
import io.ndmap.reduce.WholeReduction;
import io.ndmap.value.Bins;
import io.ndmap.value.EdgeBins;
import io.ndmap.value.EqualBins;
import io.ndmap.value.NumberText;
import io.ndmap.value.RealReader;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Histograms, as `numpy.histogram` of NumPy 2.4. If neither a range nor edges are given, an
/// additional pass finds the smallest and the largest number.
public final class Histograms {

  /// The maximum number of bins: the array of edges has one more element and must stay below the
  /// JVM's array limit.
  private static final int MOST = Integer.MAX_VALUE - 16;

  /// The range from the lowest to the highest edge.
  ///
  /// @param kind the scalar type of `low` and `high`, in which edges are computed
  /// @param width `high - low` as NumPy computes it to find the bin of a number: rounded to `kind`,
  ///   or from the exact difference of integers
  private record Reach(ScalarKind kind, double low, double high, double width) {

    static Reach of(ScalarKind kind, double low, double high) {
      return new Reach(kind, low, high, EqualBins.round(kind, high - low));
    }

    /// Extends the range by 0.5 on either side if `low` equals `high`.
    Reach widened() {
      return low == high
          ? of(kind, EqualBins.round(kind, low - 0.5), EqualBins.round(kind, high + 0.5))
          : this;
    }
  }

  /// A source of numbers that is traversed once or twice.
  public interface Numbers {

    /// The number of elements.
    long count();

    /// Reduces all elements.
    ///
    /// @param folds makes an empty accumulator
    <F extends Fold> F fold(Supplier<F> folds);

    /// Passes all elements to workers.
    ///
    /// @param workers makes a worker for big-endian (true) or little-endian (false) numbers
    /// @param finished receives each worker when it is finished
    <W extends WorkerPass.Worker> void pass(Function<Boolean, W> workers, Consumer<W> finished);

    /// The elements of a view.
    static Numbers of(Items view) {
      return new Numbers() {
        @Override
        public long count() {
          return view.itemCount();
        }

        @Override
        public <F extends Fold> F fold(Supplier<F> folds) {
          return WholeReduction.of(view, folds);
        }

        @Override
        public <W extends WorkerPass.Worker> void pass(
            Function<Boolean, W> workers, Consumer<W> finished) {
          WorkerPass.pass(view, () -> workers.apply(view.isBigEndian())).forEach(finished);
        }
      };
    }
  }

  private static final class Counter extends BufferedWorker {
    private final RealReader reader;
    private final Bins bins;
    private final double[] numbers = new double[BLOCK];

    Counter(ScalarKind kind, boolean big, Bins bins) {
      this.reader = new RealReader(kind, big);
      this.bins = bins;
    }

    @Override
    void read(MemorySegment segment, long at, long stride, int count, int start) {
      reader.doubles(segment, at, stride, count, numbers, start);
    }

    @Override
    void take(int count) {
      bins.add(numbers, count);
    }
  }

  private Histograms() {}

  /// Returns the histogram over bins of equal width in a range.
  public static Histogram of(Numbers numbers, ScalarKind kind, int bins, double low, double high) {
    requireBins(bins);
    if (low > high) {
      throw new IllegalArgumentException(
          "a range from the lower to the higher number is needed, found " + text(low, high));
    }
    if (!Double.isFinite(low) || !Double.isFinite(high)) {
      throw new IllegalArgumentException("a finite range is needed, found " + text(low, high));
    }
    return equal(numbers, kind, bins, Reach.of(ScalarKind.FLOAT64, low, high).widened());
  }

  /// Returns the histogram over bins of equal width from the smallest to the largest number.
  public static Histogram of(Numbers numbers, ScalarKind kind, int bins, boolean ignoresNaN) {
    requireBins(bins);
    return equal(numbers, kind, bins, minMax(numbers, kind, ignoresNaN).widened());
  }

  /// Returns the histogram over bins between given edges.
  public static Histogram of(Numbers numbers, ScalarKind kind, double... edges) {
    if (edges.length < 2) {
      throw new IllegalArgumentException("bins need at least 2 edges, found " + edges.length);
    }
    double[] own = edges.clone();
    for (int i = 0; i < own.length; i++) {
      if (Double.isNaN(own[i]) || (i > 0 && own[i] < own[i - 1])) {
        throw new IllegalArgumentException(
            "the edges of bins must not descend, found %s at %s%s"
                .formatted(own[i], i, i == 0 ? "" : " after " + own[i - 1]));
      }
    }
    return count(numbers, kind, ScalarKind.FLOAT64, own, () -> new EdgeBins(own));
  }

  private static void requireBins(int bins) {
    if (bins < 1) {
      throw new IllegalArgumentException("at least 1 bin is needed, found " + bins);
    }
    if (bins > MOST) {
      throw new IllegalArgumentException("at most " + MOST + " bins are possible, found " + bins);
    }
  }

  private static String text(double low, double high) {
    return "from %s to %s"
        .formatted(
            NumberText.shortest(ScalarKind.FLOAT64, low),
            NumberText.shortest(ScalarKind.FLOAT64, high));
  }

  private static DType named(ScalarKind kind) {
    return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
  }

  /// The scalar type of the edges.
  private static ScalarKind edgeKind(ScalarKind kind) {
    return kind.isNarrow() || kind == ScalarKind.FLOAT32 ? kind : ScalarKind.FLOAT64;
  }

  private static Reach minMax(Numbers numbers, ScalarKind kind, boolean ignoresNaN) {
    if (numbers.count() == 0) {
      return Reach.of(ScalarKind.FLOAT64, 0, 1);
    }
    if (kind.isExtended()) {
      Statistics statistics = numbers.fold(() -> new FloatStatisticsFold(kind)).statistics();
      if (statistics.nan() > 0 && !ignoresNaN) {
        return found(ScalarKind.FLOAT64, Double.NaN, Double.NaN);
      }
      return statistics.count() == 0
          ? Reach.of(ScalarKind.FLOAT64, 0, 1)
          : found(
              ScalarKind.FLOAT64,
              statistics.min().orElseThrow().doubleValue(),
              statistics.max().orElseThrow().doubleValue());
    }
    boolean ignored = ignoresNaN && kind.isFloat();
    MinMaxFold fold = numbers.fold(() -> MinMaxFold.ofBoth(kind, SortableBits.of(kind), ignored));
    long min = fold.bits(Reduction.MIN);
    long max = fold.bits(Reduction.MAX);
    double low = ScalarBits.toDouble(kind, min);
    double high = ScalarBits.toDouble(kind, max);
    if (kind.isFloat()) {
      return ignoresNaN && Double.isNaN(low)
          ? Reach.of(ScalarKind.FLOAT64, 0, 1)
          : found(kind, low, high);
    }
    // Integers are subtracted exactly.
    BigInteger width =
        ScalarBits.toBigInteger(kind, max).subtract(ScalarBits.toBigInteger(kind, min));
    return min == max
        ? Reach.of(ScalarKind.FLOAT64, low, high)
        : new Reach(ScalarKind.FLOAT64, low, high, width.doubleValue());
  }

  private static Reach found(ScalarKind kind, double low, double high) {
    if (!Double.isFinite(low) || !Double.isFinite(high)) {
      throw new IllegalArgumentException(
          "the numbers reach " + text(low, high) + "; choose a range");
    }
    return Reach.of(kind, low, high);
  }

  private static Histogram equal(Numbers numbers, ScalarKind kind, int bins, Reach reach) {
    ScalarKind edgeKind = edgeKind(kind);
    double[] edges = edges(edgeKind, bins, reach);
    boolean narrow = reach.kind == edgeKind;
    return count(
        numbers, kind, edgeKind, edges, () -> new EqualBins(edgeKind, narrow, reach.width, edges));
  }

  /// Computes edges as `numpy.linspace` does, in the scalar type of the range, and rounds them to
  /// `kind`. The scalar type of the range is `float64`, or the elements' type if the range was
  /// found in floats of at most eight bytes.
  private static double[] edges(ScalarKind kind, int bins, Reach reach) {
    ScalarKind precision = reach.kind;
    double distance = EqualBins.round(precision, reach.high - reach.low);
    if (!Double.isFinite(distance) || !Double.isFinite(EqualBins.round(kind, reach.low))) {
      throw new IllegalArgumentException(
          "the range " + text(reach.low, reach.high) + " is too wide for edges of " + named(kind));
    }
    double step = EqualBins.round(precision, distance / EqualBins.round(precision, bins));
    double[] edges = new double[bins + 1];
    for (int i = 0; i < bins; i++) {
      double number = EqualBins.round(precision, i);
      double from =
          step == 0
              ? EqualBins.round(precision, number / EqualBins.round(precision, bins)) * distance
              : number * step;
      edges[i] =
          ScalarBits.toDouble(
              kind,
              ScalarBits.ofDouble(
                  kind, EqualBins.round(precision, EqualBins.round(precision, from) + reach.low)));
    }
    edges[bins] = ScalarBits.toDouble(kind, ScalarBits.ofDouble(kind, reach.high));
    for (int i = 0; i < bins; i++) {
      if (edges[i] >= edges[i + 1]) {
        throw new IllegalArgumentException(
            "too many bins: no %s of a width above 0 fit %s between numbers of %s"
                .formatted(bins, text(reach.low, reach.high), named(kind)));
      }
    }
    return edges;
  }

  private static Histogram count(
      Numbers numbers, ScalarKind kind, ScalarKind edgeKind, double[] edges, Supplier<Bins> make) {
    Bins all = make.get();
    numbers.pass(
        isBigEndian -> new Counter(kind, isBigEndian, make.get()),
        counter -> all.add(counter.bins));
    return new Histogram(edgeKind, edges, all.counts(), all.outside(), all.nan());
  }
}
