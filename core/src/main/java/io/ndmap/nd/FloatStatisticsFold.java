package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Carriers;
import io.ndmap.kernel.CompensatedSum;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.kernel.Extremes;
import io.ndmap.kernel.ItemKeys;
import io.ndmap.kernel.Moments;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// All that [Statistics] tells of floating-point numbers, in one pass.
final class FloatStatisticsFold extends DoubleFold {

  private final CompensatedSum sum = new CompensatedSum();
  private final Moments moments = new Moments();
  private final double[] copy = new double[BLOCK];
  private final Extremes extremes = new Extremes();
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;
  private long nan;

  FloatStatisticsFold(ScalarKind kind, boolean big) {
    super(kind, big);
  }

  @Override
  void block(double[] items, int from, int count) {
    int kept = withoutNaN(items, from, count);
    nan += count - kept;
    double low = min;
    double high = max;
    for (int i = from; i < from + kept; i++) {
      double value = items[i];
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
    min = low;
    max = high;
    moments.add(items, from, kept, DoubleSums.add(items, from, kept, sum));
  }

  @Override
  int unit() {
    return BLOCK;
  }

  @Override
  boolean direct(MemorySegment segment, long at, long stride, int length, boolean bigEndian) {
    if (bigEndian || stride != Double.BYTES) {
      return false;
    }
    for (int done = 0; done < length; done += BLOCK) {
      long block = at + done * stride;
      extremes.longs(segment, block, BLOCK, ItemKeys.DOUBLES);
      if (ItemKeys.DOUBLES.isNaN(extremes.low()) || ItemKeys.DOUBLES.isNaN(extremes.high())) {
        Carriers.doubles(segment, block, stride, BLOCK, copy, 0);
        block(copy, 0, BLOCK);
      } else {
        min = Math.min(min, Double.longBitsToDouble(ItemKeys.DOUBLES.bits(extremes.low())));
        max = Math.max(max, Double.longBitsToDouble(ItemKeys.DOUBLES.bits(extremes.high())));
        moments.add(segment, block, BLOCK, DoubleSums.add(segment, block, BLOCK, sum));
      }
    }
    return true;
  }

  @Override
  void merge(Fold other) {
    FloatStatisticsFold later = (FloatStatisticsFold) other;
    sum.add(later.sum);
    moments.add(later.moments);
    min = Math.min(min, later.min);
    max = Math.max(max, later.max);
    nan += later.nan;
  }

  @Override
  void clear() {
    sum.clear();
    moments.clear();
    min = Double.POSITIVE_INFINITY;
    max = Double.NEGATIVE_INFINITY;
    nan = 0;
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    throw new AssertionError("statistics are no reduction");
  }

  Statistics statistics() {
    long count = moments.count();
    boolean none = count == 0;
    double total = sum.total();
    return new Statistics(
        count,
        nan,
        none ? Optional.empty() : Optional.of(min),
        none ? Optional.empty() : Optional.of(max),
        total,
        none ? Double.NaN : total / count,
        moments.deviation());
  }
}
