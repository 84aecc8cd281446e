package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.Extremes;
import io.ndmap.fold.Extremes.Wanted;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// The smallest or the largest of real numbers or times, or both.
public final class ExtremeFold extends Fold {

  private final SortableBits keys;
  private final boolean ignoresNaN;
  private final Extremes extremes;
  private final int itemsize;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long nanBits;
  private boolean nan;
  private boolean any;

  ExtremeFold(ScalarKind kind, SortableBits keys, Wanted wanted, boolean ignoresNaN) {
    this.extremes = new Extremes(kind, keys, wanted);
    this.itemsize = kind.itemsize();
    this.keys = keys;
    this.ignoresNaN = ignoresNaN;
  }

  /// A fold that finds both.
  public static ExtremeFold ofBoth(ScalarKind kind, SortableBits keys, boolean ignoresNaN) {
    return new ExtremeFold(kind, keys, Wanted.BOTH, ignoresNaN);
  }

  @Override
  boolean isQuick() {
    return itemsize > 1;
  }

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment room) {
    // Beside NaN items are looked at one by one: few, where the others are wanted.
    int most = ignoresNaN ? Feed.UNIT : count;
    for (int done = 0; done < count; done += most) {
      piece(memory, at + (long) done * itemsize, Math.min(most, count - done));
    }
  }

  private void piece(MemorySegment memory, long at, int count) {
    extremes.of(memory, at, count);
    boolean below = keys.isNaN(extremes.low());
    if (!below && !keys.isNaN(extremes.high())) {
      numbers(extremes.low(), extremes.high());
      return;
    }
    nan = true;
    nanBits = keys.bits(below ? extremes.low() : extremes.high());
    // Where NaN is not ignored it is the answer, whatever else there is.
    for (int i = 0; i < count && ignoresNaN; i++) {
      long key = extremes.key(memory, at + (long) i * itemsize);
      if (!keys.isNaN(key)) {
        numbers(key, key);
      }
    }
  }

  private void numbers(long low, long high) {
    any = true;
    min = Math.min(min, low);
    max = Math.max(max, high);
  }

  @Override
  void merge(Fold other) {
    ExtremeFold later = (ExtremeFold) other;
    min = Math.min(min, later.min);
    max = Math.max(max, later.max);
    any |= later.any;
    if (later.nan && !nan) {
      nan = true;
      nanBits = later.nanBits;
    }
  }

  @Override
  void clear() {
    min = Long.MAX_VALUE;
    max = Long.MIN_VALUE;
    nan = false;
    any = false;
  }

  /// The bits of the extreme item, which must be one that is wanted.
  public long bits(Reduction op) {
    if (nan && !(ignoresNaN && any)) {
      return nanBits;
    }
    return keys.bits(op.kind() == Reduction.Kind.MIN ? min : max);
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    target.setBitsAt(offset, bits(op));
  }
}
