package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.fold.IntegerSums;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// Counts real numbers or times, those that are not zero, and those that are neither NaN nor `NaT`.
public final class CountFold extends Fold {

  private final int itemsize;
  private final Reduction.Kind kind;
  private final SortableBits keys;
  private final boolean countsNaN;
  // Of an item as it comes.
  private final long magnitude;
  private final long notATime;
  private long count;
  private long nonZero;
  private long nan;

  CountFold(ScalarKind of, boolean big, SortableBits keys, Reduction op) {
    this.itemsize = of.itemsize();
    this.keys = keys;
    this.kind = op.kind();
    this.countsNaN = this.kind == Reduction.Kind.COUNT && !keys.hasNoNaN();
    this.magnitude = big ? reversed(keys.magnitude(), itemsize) : keys.magnitude();
    this.notATime = big ? reversed(TimeType.NOT_A_TIME, itemsize) : TimeType.NOT_A_TIME;
  }

  /// The bytes of an item in the other order.
  static long reversed(long bits, int itemsize) {
    return Long.reverseBytes(bits) >>> (Long.SIZE - Byte.SIZE * itemsize);
  }

  /// Which bits are set is the same in either order; which numbers are larger is not.
  @Override
  boolean takesBigEndian() {
    return !countsNaN || keys.turn() == 0;
  }

  @Override
  void take(MemorySegment memory, long at, int length, MemorySegment room) {
    count += length;
    if (!countsNaN) {
      nonZero += IntegerSums.nonZero(memory, at, length, itemsize, magnitude, 0);
    } else if (keys.turn() != 0) {
      nan += IntegerSums.nan(memory, at, length, itemsize, keys.high());
    } else {
      // What fills up is a time, too.
      int filled = Math.ceilDiv(length, 8) * 8;
      nan += filled - IntegerSums.nonZero(memory, at, filled, itemsize, -1, notATime);
    }
  }

  @Override
  boolean isDecided() {
    return kind == Reduction.Kind.ANY ? nonZero > 0 : kind == Reduction.Kind.ALL && nonZero < count;
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
      case SUM, PROD, MEAN, VAR, STD, MIN, MAX, ARG_MIN, ARG_MAX -> throw new AssertionError(op);
    };
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    target.setBitsAt(offset, answer(op));
  }
}
