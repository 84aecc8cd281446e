package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.IntegerSums;
import io.ndmap.kernel.SortableBits;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Counts real numbers or times, those that are not zero, and those that are neither NaN nor `NaT`.
public final class CountFold extends LongFold {

  private final SortableBits keys;
  private final boolean countsNaN;
  private long count;
  private long nonZero;
  private long nan;

  CountFold(ScalarKind kind, boolean big, SortableBits keys, boolean countsNaN) {
    super(kind, big);
    this.keys = keys;
    this.countsNaN = countsNaN && !keys.hasNoNaN();
  }

  @Override
  void block(long[] items, int from, int length) {
    count += length;
    if (countsNaN) {
      keys.toKeys(items, from, length);
      int numbers = 0;
      long low = keys.low();
      long high = keys.high();
      for (int i = from; i < from + length; i++) {
        numbers += items[i] < low || items[i] > high ? 0 : 1;
      }
      nan += length - numbers;
    } else {
      int set = 0;
      long magnitude = keys.magnitude();
      for (int i = from; i < from + length; i++) {
        set += (items[i] & magnitude) != 0 ? 1 : 0;
      }
      nonZero += set;
    }
  }

  @Override
  int direct(MemorySegment segment, long at, int length) {
    if (countsNaN && keys.turn() == 0) {
      // NaT is one value and not all above another: there is no loop for it.
      return 0;
    }
    int itemsize = kind().itemsize();
    int perLong = Long.BYTES / itemsize;
    int most = IntegerSums.MOST / Long.BYTES;
    int longs = length / perLong;
    for (int done = 0; done < longs; done += most) {
      int some = Math.min(most, longs - done);
      long from = at + (long) done * Long.BYTES;
      if (countsNaN) {
        nan += IntegerSums.nan(segment, from, some, itemsize, keys.high());
      } else if (itemsize == 1) {
        nonZero += IntegerSums.nonZeroBytes(segment, from, some);
      } else {
        nonZero += IntegerSums.nonZero(segment, from, some, itemsize, keys.magnitude());
      }
    }
    int taken = longs * perLong;
    count += taken;
    return taken;
  }

  @Override
  void merge(Fold other) {
    CountFold later = (CountFold) other;
    count += later.count;
    nonZero += later.nonZero;
    nan += later.nan;
  }

  @Override
  void clear() {
    count = 0;
    nonZero = 0;
    nan = 0;
  }

  public long answer(Reduction op) {
    return switch (op.kind()) {
      case ANY -> nonZero > 0 ? 1 : 0;
      case ALL -> nonZero == count ? 1 : 0;
      case COUNT -> count - nan;
      case COUNT_NONZERO -> nonZero;
      case SUM, MEAN, VAR, STD, MIN, MAX, ARG_MIN, ARG_MAX -> throw new AssertionError(op);
    };
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    target.setBitsAt(offset, answer(op));
  }
}
