package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.Deviations;
import io.ndmap.fold.DoubleSum;
import io.ndmap.fold.MinMax;
import io.ndmap.op.Statistics;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// [Statistics] of floating-point numbers in one pass.
public final class FloatStatisticsFold extends DoubleFold {

  private final DoubleSum sum = new DoubleSum();
  private final Deviations deviations = new Deviations();
  private final MinMax minMax =
      new MinMax(ScalarKind.FLOAT64, SortableBits.DOUBLES, MinMax.Requested.BOTH);
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long nan;

  public FloatStatisticsFold(ScalarKind kind) {
    super(kind, true);
  }

  @Override
  void block(MemorySegment memory, long at, int count, int dropped, MemorySegment scratch) {
    nan += dropped;
    if (count > 0) {
      minMax.of(memory, at, count);
      min = Math.min(min, minMax.low());
      max = Math.max(max, minMax.high());
      deviations.add(memory, at, count, sum, scratch, isPlain());
    }
  }

  @Override
  void merge(Fold other) {
    FloatStatisticsFold later = (FloatStatisticsFold) other;
    sum.add(later.sum);
    deviations.add(later.deviations);
    min = Math.min(min, later.min);
    max = Math.max(max, later.max);
    nan += later.nan;
  }

  public Statistics statistics() {
    long count = deviations.count();
    boolean none = count == 0;
    double total = sum.total();
    return new Statistics(
        count,
        nan,
        none ? Optional.empty() : Optional.of(number(min)),
        none ? Optional.empty() : Optional.of(number(max)),
        total,
        none ? Double.NaN : total / count,
        deviations.deviation());
  }

  private static double number(long key) {
    return Double.longBitsToDouble(SortableBits.DOUBLES.bits(key));
  }
}
