package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Extremes;
import io.ndmap.kernel.SortableBits;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Finds the index of the smallest or largest of real numbers or times; of several, the lowest
/// index.
final class ArgFold extends LongFold implements Indexed {

  private static final long NOWHERE = Long.MAX_VALUE;

  /// Items of which only the extreme is looked for at first.
  private static final int PIECE = 1 << 14;

  private final SortableBits keys;
  private final Extremes extremes;
  private final boolean ignoresNaN;
  // Turns the order round where the largest is looked for.
  private final long turn;
  private long next;
  private long step = 1;
  private long best;
  private long bestIndex = NOWHERE;
  private long nanIndex = NOWHERE;
  private @Nullable MemorySegment awaited;
  private long awaitedAt;
  private long awaitedFirst;
  private long awaitedStep;

  ArgFold(ScalarKind kind, boolean big, SortableBits keys, Reduction op) {
    super(kind, big);
    this.keys = keys;
    // NaT counts in any case, and integers have nothing of the kind.
    this.ignoresNaN = op.ignoresNaN() && keys.turn() != 0;
    this.turn = op.kind() == Reduction.Kind.ARG_MAX ? -1 : 0;
    this.extremes = new Extremes(turn == 0 ? Extremes.Wanted.LOW : largest(keys));
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
    extremes.keys(items, from, length);
    long low = extremes.low();
    long high = extremes.high();
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
    if (canImprove(candidate, first, length)) {
      locate(items, from, length, first, candidate);
    }
  }

  private boolean canImprove(long candidate, long first, int length) {
    return bestIndex == NOWHERE
        || candidate < best
        || (candidate == best && Math.min(first, first + (length - 1) * step) < bestIndex);
  }

  /// Passes over pieces; one that holds something better is remembered, and where it is in there is
  /// looked for when nothing better followed.
  @Override
  int direct(MemorySegment segment, long at, int length) {
    int taken = 0;
    int itemsize = kind().itemsize();
    while (length - taken >= PIECE) {
      long from = at + (long) taken * itemsize;
      switch (kind()) {
        case INT64, UINT64, FLOAT64 -> extremes.longs(segment, from, PIECE, keys);
        case INT32, UINT32, FLOAT32 ->
            extremes.ints(segment, from, PIECE, keys, kind().isUnsigned());
        default -> {
          return 0;
        }
      }
      long candidate = order(turn == 0 ? extremes.low() : extremes.high());
      if (keys.isNaN(extremes.low()) || keys.isNaN(extremes.high())) {
        blocks(segment, from, PIECE);
      } else {
        if (canImprove(candidate, next, PIECE)) {
          await(segment, from, candidate);
        }
        next += PIECE * step;
      }
      taken += PIECE;
    }
    return taken;
  }

  private void await(MemorySegment segment, long from, long candidate) {
    if (bestIndex != NOWHERE && candidate == best) {
      settle();
    }
    awaited = segment;
    awaitedAt = from;
    awaitedFirst = next;
    awaitedStep = step;
    if (bestIndex == NOWHERE || candidate < best) {
      best = candidate;
      // As good a bound as any until it is known.
      bestIndex = Math.max(next, next + (PIECE - 1) * step);
    }
  }

  @Override
  public void settle() {
    MemorySegment segment = awaited;
    if (segment == null) {
      return;
    }
    awaited = null;
    long[] items = new long[BLOCK];
    int blocks = PIECE / BLOCK;
    for (int k = 0; k < blocks; k++) {
      int done = (awaitedStep >= 0 ? k : blocks - 1 - k) * BLOCK;
      read(segment, awaitedAt + (long) done * kind().itemsize(), BLOCK, items);
      keys.toKeys(items, 0, BLOCK);
      long index = find(items, 0, BLOCK, awaitedFirst + done * awaitedStep, awaitedStep, best);
      if (index != NOWHERE) {
        bestIndex = Math.min(bestIndex, index);
        return;
      }
    }
  }

  /// The key with zeros of both signs the same, smaller is better.
  private long order(long key) {
    long zeroed = key == -1 && keys.turn() != 0 ? 0 : key;
    return zeroed ^ turn;
  }

  private void locate(long[] items, int from, int length, long first, long candidate) {
    settle();
    long index = find(items, from, length, first, step, candidate);
    if (index != NOWHERE) {
      bestIndex = bestIndex == NOWHERE || candidate < best ? index : Math.min(bestIndex, index);
      best = candidate;
    }
  }

  /// The lowest index of a key in the order looked for, or nowhere.
  private long find(long[] items, int from, int length, long first, long distance, long candidate) {
    for (int k = 0; k < length; k++) {
      int i = distance >= 0 ? k : length - 1 - k;
      if (order(items[from + i]) == candidate) {
        return first + i * distance;
      }
    }
    return NOWHERE;
  }

  @Override
  void merge(Fold other) {
    ArgFold later = (ArgFold) other;
    if (later.bestIndex != NOWHERE) {
      if (bestIndex == NOWHERE || later.best < best) {
        best = later.best;
        bestIndex = later.bestIndex;
        awaited = later.awaited;
        awaitedAt = later.awaitedAt;
        awaitedFirst = later.awaitedFirst;
        awaitedStep = later.awaitedStep;
      } else if (later.best == best) {
        settle();
        later.settle();
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
    awaited = null;
  }

  @Override
  public long index() {
    settle();
    return nanIndex != NOWHERE && !ignoresNaN ? nanIndex : bestIndex == NOWHERE ? -1 : bestIndex;
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    target.setBitsAt(offset, Indexed.require(index(), op));
  }

  /// What is to be looked for where the largest is: the key of `NaT` is the lowest of all.
  static Extremes.Wanted largest(SortableBits keys) {
    return keys.equals(SortableBits.TIMES) ? Extremes.Wanted.BOTH : Extremes.Wanted.HIGH;
  }
}
