package io.ndmap.reduce;

import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.util.Arrays;

/// Like [ArgFold], for a row of results. Real numbers only.
final class ArgRowFold extends RowFold {

  private final Reduction op;
  private final SortableBits keys;
  // Xor mask that reverses the order for argmax.
  private final long reversal;
  // The order of NaN: before all numbers, or after them.
  private final long ofNaN;
  private final long[] items;
  private final long[] best;
  private final long[] indices;
  private long index;

  ArgRowFold(Items view, int width, long distance, SortableBits keys, Reduction op) {
    super(view, width, distance);
    boolean skipsNaN = op.ignoresNaN() && !keys.hasNoNaN();
    this.op = op;
    this.keys = keys;
    this.reversal = op.kind() == Reduction.Kind.ARG_MAX ? -1 : 0;
    this.ofNaN = skipsNaN ? Long.MAX_VALUE : Long.MIN_VALUE;
    this.items = new long[width];
    this.best = new long[width];
    this.indices = new long[width];
    Arrays.fill(best, Long.MAX_VALUE);
    // If no element has a better order than the initial one, the result is the index of the first
    // element, or -1 if NaN is skipped.
    Arrays.fill(indices, skipsNaN ? -1 : 0);
  }

  @Override
  void row(long at) {
    reader.bits(segment, at, distance, width, items, 0);
    keys.toKeys(items, 0, width);
    if (!keys.hasNoNaN()) {
      canonicalize(items, keys.low(), keys.high(), ofNaN ^ reversal);
    }
    take(items, reversal, index, best, indices);
    index++;
  }

  /// Makes zeros of both signs equal, and replaces NaN by `ofNaN`.
  private static void canonicalize(long[] items, long low, long high, long ofNaN) {
    for (int j = 0; j < items.length; j++) {
      long key = items[j];
      long zeroed = key == -1 ? 0 : key;
      items[j] = key < low || key > high ? ofNaN : zeroed;
    }
  }

  private static void take(long[] items, long reversal, long index, long[] best, long[] indices) {
    for (int j = 0; j < items.length; j++) {
      long order = items[j] ^ reversal;
      boolean better = order < best[j];
      best[j] = better ? order : best[j];
      indices[j] = better ? index : indices[j];
    }
  }

  @Override
  void store(Items target, long offset, long stride) {
    for (int j = 0; j < indices.length; j++) {
      indices[j] = Indexed.require(indices[j], op);
    }
    storeBits(indices, target, offset, stride);
  }
}
