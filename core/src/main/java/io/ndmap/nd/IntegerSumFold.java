package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.WideSum;

/// Sum and mean of booleans, integers and timedeltas, exact before it is rounded or wraps.
final class IntegerSumFold extends LongFold {

  private final boolean unsigned;
  private final boolean times;
  private final WideSum sum = new WideSum();
  private long count;
  private boolean notATime;

  /// @param times whether the items are times
  IntegerSumFold(ScalarKind kind, boolean big, boolean times) {
    super(kind, big);
    this.unsigned = kind == ScalarKind.UINT64;
    this.times = times;
  }

  @Override
  void block(long[] items, int from, int length) {
    if (times) {
      boolean found = false;
      for (int i = from; i < from + length; i++) {
        found |= items[i] == TimeType.NOT_A_TIME;
      }
      notATime |= found;
    }
    sum.add(items, from, length, unsigned);
    count += length;
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

  double sum() {
    return sum.total();
  }

  long wrapped() {
    return notATime ? TimeType.NOT_A_TIME : sum.wrapped();
  }

  double mean() {
    return count == 0 ? Double.NaN : sum.mean(count);
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
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
