package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.fold.Int128Sum;
import io.ndmap.fold.IntegerSums;
import io.ndmap.fold.SwarPredicate;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Sum or mean of booleans, integers or timedeltas, computed exactly, then rounded or wrapped.
public final class IntegerSumFold extends Fold implements Fold.Summed {

  private static final SwarPredicate IS_TIME =
      SwarPredicate.nonZero(Long.BYTES, -1, TimeType.NOT_A_TIME);

  private final ScalarKind kind;
  private final boolean times;
  private final Int128Sum sum = new Int128Sum();
  private long count;
  private boolean notATime;

  /// @param times whether the elements are times
  IntegerSumFold(ScalarKind kind, boolean times) {
    this.kind = kind;
    this.times = times;
  }

  @Override
  void take(MemorySegment memory, long at, int length, MemorySegment scratch) {
    IntegerSums.add(kind, memory, at, length, sum);
    count += length;
    if (times && !notATime) {
      notATime = IS_TIME.count(memory, at, length) < length;
    }
  }

  @Override
  boolean isExact() {
    return true;
  }

  @Override
  void merge(Fold other) {
    IntegerSumFold later = (IntegerSumFold) other;
    sum.add(later.sum);
    count += later.count;
    notATime |= later.notATime;
  }

  @Override
  void clear() {
    sum.clear();
    count = 0;
    notATime = false;
  }

  @Override
  public double sum() {
    return sum.total();
  }

  public long wrapped() {
    return notATime ? TimeType.NOT_A_TIME : sum.wrapped();
  }

  @Override
  public double mean() {
    return count == 0 ? Double.NaN : sum.mean(count);
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    if (op.kind() == Reduction.Kind.SUM) {
      target.setBitsAt(offset, wrapped());
    } else if (times) {
      boolean none = notATime || count == 0;
      target.setBitsAt(offset, none ? TimeType.NOT_A_TIME : sum.wrapped() / count);
    } else {
      DoubleFold.storeDouble(target, offset, mean());
    }
  }
}
