package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.MinMax;
import io.ndmap.fold.MinMax.Requested;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// Argmin or argmax of real numbers or times; the lowest index of equal elements.
///
/// Only the best piece of the elements that are taken together is searched for the index.
final class ArgFold extends Fold implements Indexed {

  private static final long NOWHERE = Long.MAX_VALUE;

  /// Elements that are searched one by one.
  private static final int FEW = 64;

  private final SortableBits keys;
  private final MinMax minMax;
  private final int itemsize;
  private final boolean ignoresNaN;
  // Xor mask that reverses the order for argmax.
  private final long reversal;
  private long next;
  private long step = 1;
  private long best;
  private long bestIndex = NOWHERE;
  private long nanIndex = NOWHERE;

  ArgFold(ScalarKind kind, SortableBits keys, Reduction op) {
    this.keys = keys;
    this.itemsize = kind.itemsize();
    // NaT is never ignored, and integers have no NaN.
    this.ignoresNaN = op.ignoresNaN() && keys.negativeMask() != 0;
    boolean largest = op.kind() == Reduction.Kind.ARG_MAX;
    this.reversal = largest ? -1 : 0;
    this.minMax = new MinMax(kind, keys, largest ? Requested.MAX : Requested.MIN);
  }

  @Override
  public void at(long index, long distance) {
    next = index;
    step = distance;
  }

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment scratch) {
    int piece = -1;
    long candidate = best;
    for (int done = 0; done < count; done += FoldInput.UNIT) {
      int length = Math.min(FoldInput.UNIT, count - done);
      long from = at + (long) done * itemsize;
      minMax.of(memory, from, length);
      if (keys.isNaN(minMax.low()) || keys.isNaN(minMax.high())) {
        amongNaN(memory, from, length, next + done * step);
        continue;
      }
      long found = order(found());
      boolean better = piece < 0 ? found <= best || bestIndex == NOWHERE : found < candidate;
      if (better || (found == candidate && step < 0)) {
        piece = done;
        candidate = found;
      }
    }
    if (piece >= 0) {
      int length = Math.min(FoldInput.UNIT, count - piece);
      int index = piece + indexOf(candidate, memory, at + (long) piece * itemsize, length);
      propose(candidate, next + index * step);
    }
    next += count * step;
  }

  /// Finds the element of the lowest index that has an order: first the few among which it is.
  ///
  /// @return its position in the memory; any one if another thread has changed the element
  private int indexOf(long wanted, MemorySegment memory, long at, int count) {
    int passed = 0;
    for (; count - passed > FEW; passed += FEW) {
      int first = step < 0 ? count - passed - FEW : passed;
      minMax.of(memory, at + (long) first * itemsize, FEW);
      if (order(found()) == wanted) {
        break;
      }
    }
    int last = count - 1;
    int i = step < 0 ? last - passed : passed;
    for (;
        passed < last && order(minMax.key(memory, at + (long) i * itemsize)) != wanted;
        passed++) {
      i += step < 0 ? -1 : 1;
    }
    return i;
  }

  /// The requested key of [#minMax].
  private long found() {
    return reversal == 0 ? minMax.low() : minMax.high();
  }

  private void amongNaN(MemorySegment memory, long at, int count, long first) {
    for (int i = 0; i < count; i++) {
      long key = minMax.key(memory, at + (long) i * itemsize);
      if (keys.isNaN(key)) {
        nanIndex = Math.min(nanIndex, first + i * step);
      } else {
        propose(order(key), first + i * step);
      }
    }
  }

  /// The order of a key, smaller is better: zeros of both signs are equal.
  private long order(long key) {
    long zeroed = key == -1 && keys.negativeMask() != 0 ? 0 : key;
    return zeroed ^ reversal;
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
