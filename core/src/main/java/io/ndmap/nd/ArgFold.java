package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.ItemKeys;

/// Where the smallest or largest of real numbers or times is; of several, the one with the lowest
/// index.
final class ArgFold extends LongFold implements Indexed {

  private static final long NOWHERE = Long.MAX_VALUE;

  private final ItemKeys keys;
  private final boolean ignoresNaN;
  // Turns the order round where the largest is looked for.
  private final long turn;
  private long next;
  private long step = 1;
  private long best;
  private long bestIndex = NOWHERE;
  private long nanIndex = NOWHERE;

  ArgFold(ScalarKind kind, boolean big, ItemKeys keys, Reduction op) {
    super(kind, big);
    this.keys = keys;
    this.ignoresNaN = op.ignoresNaN() && keys != ItemKeys.TIMES;
    this.turn = op.kind() == Reduction.Kind.ARG_MAX ? -1 : 0;
  }

  @Override
  public void at(long index, long distance) {
    end();
    next = index;
    step = distance;
  }

  @Override
  void block(long[] items, int from, int length) {
    long first = next;
    next += length * step;
    keys.toKeys(items, from, length);
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = from; i < from + length; i++) {
      // Zeros of both signs are equal.
      long key = items[i];
      low = Math.min(low, key);
      high = Math.max(high, key);
    }
    if (keys.isNaN(low) || keys.isNaN(high)) {
      low = Long.MAX_VALUE;
      high = Long.MIN_VALUE;
      for (int i = 0; i < length; i++) {
        long key = items[from + i];
        if (keys.isNaN(key)) {
          nanIndex = Math.min(nanIndex, first + i * step);
        } else {
          low = Math.min(low, key);
          high = Math.max(high, key);
        }
      }
      if (low > high) {
        return;
      }
    }
    long candidate = order(turn == 0 ? low : high);
    if (bestIndex == NOWHERE || candidate < best || candidate == best) {
      locate(items, from, length, first, candidate);
    }
  }

  /// The key with zeros of both signs the same, smaller is better.
  private long order(long key) {
    long zeroed = key == -1 && keys.turn() != 0 ? 0 : key;
    return zeroed ^ turn;
  }

  private void locate(long[] items, int from, int length, long first, long candidate) {
    boolean better = bestIndex == NOWHERE || candidate < best;
    for (int k = 0; k < length; k++) {
      int i = step >= 0 ? k : length - 1 - k;
      if (order(items[from + i]) == candidate) {
        long index = first + i * step;
        bestIndex = better ? index : Math.min(bestIndex, index);
        best = candidate;
        return;
      }
    }
  }

  @Override
  void merge(Fold other) {
    ArgFold later = (ArgFold) other;
    if (later.bestIndex != NOWHERE) {
      if (bestIndex == NOWHERE || later.best < best) {
        best = later.best;
        bestIndex = later.bestIndex;
      } else if (later.best == best) {
        bestIndex = Math.min(bestIndex, later.bestIndex);
      }
    }
    nanIndex = Math.min(nanIndex, later.nanIndex);
  }

  @Override
  void clear() {
    next = 0;
    step = 1;
    bestIndex = NOWHERE;
    nanIndex = NOWHERE;
  }

  @Override
  public long index() {
    return nanIndex != NOWHERE && !ignoresNaN ? nanIndex : bestIndex == NOWHERE ? -1 : bestIndex;
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    target.setBitsAt(offset, Indexed.require(index(), op));
  }
}
