package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.Extremes;
import io.ndmap.fold.Extremes.Wanted;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// Finds the index of the smallest or largest of real numbers or times; of several, the lowest
/// index. Of the pieces that are handed over together only the best one is looked through.
final class ArgFold extends Fold implements Indexed {

  private static final long NOWHERE = Long.MAX_VALUE;

  private final SortableBits keys;
  private final Extremes extremes;
  private final int itemsize;
  private final boolean ignoresNaN;
  // Turns the order round where the largest is looked for.
  private final long turn;
  private long next;
  private long step = 1;
  private long best;
  private long bestIndex = NOWHERE;
  private long nanIndex = NOWHERE;

  ArgFold(ScalarKind kind, SortableBits keys, Reduction op) {
    this.keys = keys;
    this.itemsize = kind.itemsize();
    // NaT counts in any case, and integers have nothing of the kind.
    this.ignoresNaN = op.ignoresNaN() && keys.turn() != 0;
    boolean largest = op.kind() == Reduction.Kind.ARG_MAX;
    this.turn = largest ? -1 : 0;
    this.extremes = new Extremes(kind, keys, largest ? Wanted.HIGHEST : Wanted.LOWEST);
  }

  @Override
  public void at(long index, long distance) {
    next = index;
    step = distance;
  }

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment room) {
    int piece = -1;
    long candidate = best;
    for (int done = 0; done < count; done += Feed.UNIT) {
      int length = Math.min(Feed.UNIT, count - done);
      long from = at + (long) done * itemsize;
      extremes.of(memory, from, length);
      if (keys.isNaN(extremes.low()) || keys.isNaN(extremes.high())) {
        besideNaN(memory, from, length, next + done * step);
        continue;
      }
      long found = order(turn == 0 ? extremes.low() : extremes.high());
      boolean better = piece < 0 ? found <= candidate || bestIndex == NOWHERE : found < candidate;
      if (better || (found == candidate && step < 0)) {
        piece = done;
        candidate = found;
      }
    }
    if (piece >= 0) {
      int length = Math.min(Feed.UNIT, count - piece);
      int first = step < 0 ? length - 1 : 0;
      int way = step < 0 ? -1 : 1;
      int i = first;
      // Others may have changed the item since: then any place of the piece is as good.
      for (int left = length; left > 1; left--) {
        if (order(extremes.key(memory, at + (long) (piece + i) * itemsize)) == candidate) {
          break;
        }
        i += way;
      }
      propose(candidate, next + (piece + i) * step);
    }
    next += count * step;
  }

  private void besideNaN(MemorySegment memory, long at, int count, long first) {
    for (int i = 0; i < count; i++) {
      long key = extremes.key(memory, at + (long) i * itemsize);
      if (keys.isNaN(key)) {
        nanIndex = Math.min(nanIndex, first + i * step);
      } else {
        propose(order(key), first + i * step);
      }
    }
  }

  /// The key with zeros of both signs the same, smaller is better.
  private long order(long key) {
    long zeroed = key == -1 && keys.turn() != 0 ? 0 : key;
    return zeroed ^ turn;
  }

  private void propose(long candidate, long index) {
    if (bestIndex == NOWHERE || candidate < best) {
      best = candidate;
      bestIndex = index;
    } else if (candidate == best) {
      bestIndex = Math.min(bestIndex, index);
    }
  }

  @Override
  void merge(Fold other) {
    ArgFold later = (ArgFold) other;
    if (later.bestIndex != NOWHERE) {
      propose(later.best, later.bestIndex);
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
  void store(Reduction op, Items target, long offset) {
    target.setBitsAt(offset, Indexed.require(index(), op));
  }
}
