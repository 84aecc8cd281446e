package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.MinMax;
import io.ndmap.fold.MinMax.Requested;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// Minimum or maximum of real numbers or times, or both.
public final class MinMaxFold extends Fold {

  private final SortableBits keys;
  private final boolean ignoresNaN;
  private final MinMax minMax;
  private final int itemsize;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  // The bits of a NaN, if one was found.
  private long nanBits;
  private boolean nan;
  // Whether an element is not NaN.
  private boolean any;

  MinMaxFold(ScalarKind kind, SortableBits keys, Requested requested, boolean ignoresNaN) {
    this.minMax = new MinMax(kind, keys, requested);
    this.itemsize = kind.itemsize();
    this.keys = keys;
    this.ignoresNaN = ignoresNaN;
  }

  /// Creates a fold that finds both the minimum and the maximum.
  public static MinMaxFold ofBoth(ScalarKind kind, SortableBits keys, boolean ignoresNaN) {
    return new MinMaxFold(kind, keys, Requested.BOTH, ignoresNaN);
  }

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment scratch) {
    // If NaN is ignored, the elements of a piece that contains NaN are compared one by one.
    int most = ignoresNaN ? FoldInput.UNIT : count;
    for (int done = 0; done < count; done += most) {
      piece(memory, at + (long) done * itemsize, Math.min(most, count - done), scratch);
    }
  }

  private void piece(MemorySegment memory, long at, int count, MemorySegment scratch) {
    minMax.of(memory, at, count, scratch, isPlain());
    boolean below = keys.isNaN(minMax.low());
    if (!below && !keys.isNaN(minMax.high())) {
      numbers(minMax.low(), minMax.high());
      return;
    }
    nan = true;
    nanBits = keys.bits(below ? minMax.low() : minMax.high());
    // Unless NaN is ignored, it is the result whatever the numbers are.
    for (int i = 0; i < count && ignoresNaN; i++) {
      long key = minMax.key(memory, at + (long) i * itemsize);
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
  boolean isExact() {
    return true;
  }

  @Override
  void merge(Fold other) {
    MinMaxFold later = (MinMaxFold) other;
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

  /// Returns the bits of the minimum or maximum.
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
