package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.ItemKeys;
import io.ndmap.kernel.WideSum;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/// Smallest and largest numbers, sums, means and standard deviations of a row of neighbouring
/// results together, each with the bits that its own fold gives; of numbers that are not NaN.
final class RowSummary extends RowMoments {

  private static final long LOW_HALF = 0xffff_ffffL;

  private final AtomicBoolean hasNaN;
  private final ItemKeys keys;
  private final boolean whole;
  private final boolean unsigned;
  private final long[] low;
  private final long[] high;
  private final long[] row;
  private final long[] lowHalves;
  private final long[] highHalves;

  /// @param hasNaN becomes true where a number is NaN, and then ends all folds that share it
  RowSummary(
      MemorySegment segment,
      ScalarKind kind,
      boolean big,
      int width,
      long distance,
      AtomicBoolean hasNaN) {
    super(segment, kind, big, width, distance, Reduction.STD);
    this.hasNaN = hasNaN;
    this.keys = Folds.keys(kind);
    this.whole = !kind.isFloat();
    this.unsigned = kind == ScalarKind.UINT64;
    this.low = new long[width];
    this.high = new long[width];
    this.row = new long[width];
    this.lowHalves = new long[whole ? width : 0];
    this.highHalves = new long[whole ? width : 0];
    Arrays.fill(low, Long.MAX_VALUE);
    Arrays.fill(high, Long.MIN_VALUE);
  }

  @Override
  void read(long at, double[] numbers) {
    super.read(at, numbers);
    reader.longs(segment, at, distance, width, row, 0);
    if (whole) {
      sum();
    }
    keys.toKeys(row, 0, width);
    for (int j = 0; j < row.length; j++) {
      low[j] = Math.min(low[j], row[j]);
      high[j] = Math.max(high[j], row[j]);
    }
  }

  /// The halves apart, of which neither can overflow.
  private void sum() {
    for (int j = 0; j < row.length; j++) {
      lowHalves[j] += row[j] & LOW_HALF;
    }
    if (unsigned) {
      for (int j = 0; j < row.length; j++) {
        highHalves[j] += row[j] >>> Integer.SIZE;
      }
    } else {
      for (int j = 0; j < row.length; j++) {
        highHalves[j] += row[j] >> Integer.SIZE;
      }
    }
  }

  @Override
  void taken() {
    boolean found = false;
    for (int j = 0; j < low.length; j++) {
      found |= keys.isNaN(low[j]) || keys.isNaN(high[j]);
    }
    if (found) {
      hasNaN.set(true);
    }
  }

  @Override
  boolean isDone() {
    return hasNaN.get();
  }

  /// Stores all results.
  ///
  /// @param first the number of the first result
  /// @param step how many results further the next one is
  void store(AxisSummary targets, long first, long step) {
    storeItems(bits(low), targets.min(), first, step);
    storeItems(bits(high), targets.max(), first, step);
    double[] means = new double[width];
    long count = deviations.count();
    if (whole) {
      long[] sums = new long[width];
      for (int j = 0; j < width; j++) {
        WideSum sum = new WideSum();
        sum.addHalves(highHalves[j], lowHalves[j]);
        sums[j] = sum.wrapped();
        means[j] = sum.mean(count);
      }
      storeItems(sums, targets.sum(), first, step);
    } else {
      double[] sums = new double[width];
      for (int j = 0; j < width; j++) {
        sums[j] = deviations.sums().total(j);
        means[j] = sums[j] / count;
      }
      storeNumbers(sums, targets.sum(), first, step);
    }
    storeNumbers(means, targets.mean(), first, step);
    storeNumbers(variances(Reduction.STD), targets.std(), first, step);
  }

  private long[] bits(long[] ofKeys) {
    long[] bits = new long[width];
    for (int j = 0; j < width; j++) {
      bits[j] = keys.bits(ofKeys[j]);
    }
    return bits;
  }

  private static void storeItems(long[] values, Items target, long first, long step) {
    int itemsize = target.dtype().itemsize();
    storeBits(values, target, first * itemsize, step * itemsize);
  }

  private static void storeNumbers(double[] values, Items target, long first, long step) {
    int itemsize = target.dtype().itemsize();
    storeDoubles(values, target, first * itemsize, step * itemsize);
  }
}
