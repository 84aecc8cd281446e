package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.ItemKeys;

/// The smallest and the largest of real numbers or times.
final class ExtremeFold extends LongFold {

  private final ItemKeys keys;
  private final boolean ignoresNaN;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long nanBits;
  private boolean nan;
  private boolean any;

  ExtremeFold(ScalarKind kind, boolean big, ItemKeys keys, boolean ignoresNaN) {
    super(kind, big);
    this.keys = keys;
    this.ignoresNaN = ignoresNaN;
  }

  @Override
  void block(long[] items, int from, int length) {
    keys.toKeys(items, from, length);
    int count = length;
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = from; i < from + count; i++) {
      low = Math.min(low, items[i]);
      high = Math.max(high, items[i]);
    }
    if (keys.isNaN(low) || keys.isNaN(high)) {
      nan = true;
      nanBits = keys.bits(keys.isNaN(low) ? low : high);
      count = keys.withoutNaN(items, from, length);
      low = Long.MAX_VALUE;
      high = Long.MIN_VALUE;
      for (int i = from; i < from + count; i++) {
        low = Math.min(low, items[i]);
        high = Math.max(high, items[i]);
      }
    }
    any |= count > 0;
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

  /// The bits of the extreme item.
  long bits(Reduction op) {
    if (nan && !(ignoresNaN && any)) {
      return nanBits;
    }
    return keys.bits(op.kind() == Reduction.Kind.MIN ? min : max);
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    target.setBitsAt(offset, bits(op));
  }
}
