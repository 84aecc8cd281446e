package io.ndmap.reduce;

import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.util.Arrays;

/// Finds the indices of the smallest or largest of real numbers, for neighbouring results together,
/// as [ArgFold].
final class RowIndices extends RowFold {

  private final Reduction op;
  private final SortableBits keys;
  // Turns the order round where the largest is looked for.
  private final long turn;
  // What NaN is taken for: better than all numbers, or worse.
  private final long ofNaN;
  private final long[] items;
  private final long[] best;
  private final long[] indices;
  private long index;

  RowIndices(Items view, int width, long distance, SortableBits keys, Reduction op) {
    super(view, width, distance);
    boolean skipsNaN = op.ignoresNaN() && !keys.hasNoNaN();
    this.op = op;
    this.keys = keys;
    this.turn = op.kind() == Reduction.Kind.ARG_MAX ? -1 : 0;
    this.ofNaN = skipsNaN ? Long.MAX_VALUE : Long.MIN_VALUE;
    this.items = new long[width];
    this.best = new long[width];
    this.indices = new long[width];
    Arrays.fill(best, Long.MAX_VALUE);
    // Where all are the worst that there can be, the first is it.
    Arrays.fill(indices, skipsNaN ? -1 : 0);
  }

  @Override
  void row(long at) {
    reader.bits(segment, at, distance, width, items, 0);
    keys.toKeys(items, 0, width);
    if (!keys.hasNoNaN()) {
      settle(items, keys.low(), keys.high(), ofNaN ^ turn);
    }
    take(items, turn, index, best, indices);
    index++;
  }

  /// Makes zeros of both signs the same, and NaN what it is taken for.
  private static void settle(long[] items, long low, long high, long ofNaN) {
    for (int j = 0; j < items.length; j++) {
      long key = items[j];
      long zeroed = key == -1 ? 0 : key;
      items[j] = key < low || key > high ? ofNaN : zeroed;
    }
  }

  private static void take(long[] items, long turn, long index, long[] best, long[] indices) {
    for (int j = 0; j < items.length; j++) {
      long order = items[j] ^ turn;
      boolean better = order < best[j];
      best[j] = better ? order : best[j];
      indices[j] = better ? index : indices[j];
    }
  }

  @Override
  void end() {
    // No row waits.
  }

  @Override
  void store(Items target, long offset, long stride) {
    for (int j = 0; j < indices.length; j++) {
      indices[j] = Indexed.require(indices[j], op);
    }
    storeBits(indices, target, offset, stride);
  }
}
