package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Extremes;
import io.ndmap.kernel.SortableBits;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// The smallest and the largest of real numbers or times.
public final class ExtremeFold extends LongFold {

  private final SortableBits keys;
  private final boolean ignoresNaN;
  private final Extremes extremes;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long nanBits;
  private boolean nan;
  private boolean any;

  public ExtremeFold(
      ScalarKind kind, boolean big, SortableBits keys, Extremes.Wanted wanted, boolean ignoresNaN) {
    super(kind, big);
    this.extremes = new Extremes(wanted);
    this.keys = keys;
    this.ignoresNaN = ignoresNaN;
  }

  @Override
  void block(long[] items, int from, int length) {
    int count = length;
    extremes.items(items, from, count, keys);
    if (sawNaN()) {
      keys.toKeys(items, from, length);
      count = keys.withoutNaN(items, from, length);
      extremes.keys(items, from, count);
    }
    any |= count > 0;
    min = Math.min(min, extremes.low());
    max = Math.max(max, extremes.high());
  }

  /// Whether the last run holds NaN; then it is recorded.
  private boolean sawNaN() {
    boolean below = keys.isNaN(extremes.low());
    if (!below && !keys.isNaN(extremes.high())) {
      return false;
    }
    nan = true;
    nanBits = keys.bits(below ? extremes.low() : extremes.high());
    return true;
  }

  @Override
  int direct(MemorySegment segment, long at, int length) {
    switch (kind()) {
      case INT64, UINT64, FLOAT64 -> extremes.longs(segment, at, length, keys);
      case INT32, UINT32, FLOAT32 -> extremes.ints(segment, at, length, keys, kind().isUnsigned());
      default -> {
        return 0;
      }
    }
    if (sawNaN()) {
      // Where it is not ignored it is the answer, whatever else there is.
      return ignoresNaN ? 0 : length;
    }
    any = true;
    min = Math.min(min, extremes.low());
    max = Math.max(max, extremes.high());
    return length;
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

  /// The bits of the extreme item.
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
