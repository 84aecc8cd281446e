package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.Int128Sum;
import io.ndmap.kernel.IntegerSums;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Sum and mean of booleans, integers and timedeltas, exact before it is rounded or wraps.
public final class IntegerSumFold extends LongFold implements Summed {

  private final boolean unsigned;
  private final boolean times;
  private final Int128Sum sum = new Int128Sum();
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
  int direct(MemorySegment segment, long at, int length) {
    if (times) {
      return 0;
    }
    int perLong = Long.BYTES / kind().itemsize();
    int most = IntegerSums.MOST / Long.BYTES;
    int longs = length / perLong;
    for (int done = 0; done < longs; done += most) {
      int taken = Math.min(most, longs - done);
      long from = at + (long) done * Long.BYTES;
      switch (kind()) {
        case BOOL -> sum.add(IntegerSums.nonZeroBytes(segment, from, taken));
        case INT8, UINT8 -> sum.add(IntegerSums.bytes(segment, from, taken, !kind().isUnsigned()));
        case INT16, UINT16 ->
            sum.add(IntegerSums.shorts(segment, from, taken, !kind().isUnsigned()));
        case INT32, UINT32 -> sum.add(IntegerSums.ints(segment, from, taken, !kind().isUnsigned()));
        default -> IntegerSums.longs(segment, from, taken, !unsigned, sum);
      }
    }
    count += (long) longs * perLong;
    return longs * perLong;
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
