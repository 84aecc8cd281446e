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
    take(items, keys, ofNaN, reversal, index, best, indices);
    index++;
  }

  /// Takes the bits of a row: one loop, because each loop would load and store all of them.
  private static void take(
      long[] items,
      SortableBits keys,
      long ofNaN,
      long reversal,
      long index,
      long[] best,
      long[] indices) {
    long sign = keys.signMask();
    long negative = keys.negativeMask();
    long low = keys.low();
    long high = keys.high();
    // The key that becomes 0, so that zeros of both signs are equal.
    long zero = negative == 0 ? 0 : -1;
    for (int j = 0; j < items.length; j++) {
      long bits = items[j];
      long key = (bits ^ sign) ^ (bits >> 63 & negative);
      long number = key == zero ? 0 : key;
      long order = key < low || key > high ? ofNaN : number ^ reversal;
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
