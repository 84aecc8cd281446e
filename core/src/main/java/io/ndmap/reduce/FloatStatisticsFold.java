package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Carriers;
import io.ndmap.kernel.Deviations;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.kernel.Extremes;
import io.ndmap.kernel.SortableBits;
import io.ndmap.op.Statistics;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// [Statistics] of floating-point numbers in one pass.
final class FloatStatisticsFold extends DoubleFold {

  /// Numbers that stay in the second-level cache.
  private static final int PIECE = 8 * BLOCK;

  private final DoubleSums sums = new DoubleSums();
  private final Deviations deviations = new Deviations();
  private final double[] copy = new double[BLOCK];
  private final Extremes extremes = new Extremes(Extremes.Wanted.BOTH);
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
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    min = low;
    max = high;
    deviations.add(items, from, kept, sums.addBlock(items, from, kept));
  }

  @Override
  boolean direct(MemorySegment segment, long at, int length, boolean bigEndian) {
    if (bigEndian) {
      return false;
    }
    for (int done = 0; done < length; done += PIECE) {
      piece(segment, at + (long) done * Double.BYTES, Math.min(PIECE, length - done));
    }
    return true;
  }

  private void piece(MemorySegment segment, long at, int length) {
    extremes.longs(segment, at, length, SortableBits.DOUBLES);
    if (SortableBits.DOUBLES.isNaN(extremes.low()) || SortableBits.DOUBLES.isNaN(extremes.high())) {
      for (int done = 0; done < length; done += BLOCK) {
        Carriers.doubles(segment, at + done * 8L, Double.BYTES, BLOCK, copy, 0);
        block(copy, 0, BLOCK);
      }
    } else {
      min = Math.min(min, Double.longBitsToDouble(SortableBits.DOUBLES.bits(extremes.low())));
      max = Math.max(max, Double.longBitsToDouble(SortableBits.DOUBLES.bits(extremes.high())));
      deviations.add(segment, at, length, sums);
    }
  }

  @Override
  void finish() {
    sums.end();
  }

  @Override
  void merge(Fold other) {
    FloatStatisticsFold later = (FloatStatisticsFold) other;
    sums.add(later.sums);
    deviations.add(later.deviations);
    min = Math.min(min, later.min);
    max = Math.max(max, later.max);
    nan += later.nan;
  }

  Statistics statistics() {
    long count = deviations.count();
    boolean none = count == 0;
    double total = sums.total();
    return new Statistics(
        count,
        nan,
        none ? Optional.empty() : Optional.of(min),
        none ? Optional.empty() : Optional.of(max),
        total,
        none ? Double.NaN : total / count,
        deviations.deviation());
  }
}
