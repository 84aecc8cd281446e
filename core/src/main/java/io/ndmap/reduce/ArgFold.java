package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.MinMax;
import io.ndmap.fold.MinMax.Requested;
import io.ndmap.fold.SwarPredicate;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// Computes the argmin or argmax of real numbers or times: the lowest index, if several elements
/// are equal; the index of the first NaN or `NaT`, if there is one that is not ignored.
///
/// Each [#take] divides the elements into pieces, finds the best key ([SortableBits]) of every
/// piece, then searches only the best piece for the index of its key. A piece that contains NaN is
/// compared element by element instead.
final class ArgFold extends Fold implements Indexed {

  private static final long NOWHERE = Long.MAX_VALUE;

  /// Bytes of a piece, which has at least [FoldInput#UNIT] elements.
  private static final int PIECE = 1 << 13;

  private final SortableBits keys;
  private final MinMax minMax;
  private final boolean isBool;
  private final int itemsize;
  private final int most;
  private final boolean ignoresNaN;
  // Xor mask that reverses the order for argmax.
  private final long reversal;
  // The index of the next element.
  private long next;
  // The difference between the indices of two consecutive elements.
  private long step = 1;
  private long best;
  private long bestIndex = NOWHERE;
  private long nanIndex = NOWHERE;

  ArgFold(ScalarKind kind, SortableBits keys, Reduction op) {
    this.keys = keys;
    this.isBool = kind == ScalarKind.BOOL;
    this.itemsize = kind.itemsize();
    this.most = Math.max(FoldInput.UNIT, PIECE / itemsize);
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
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long from = at + (long) done * itemsize;
      minMax.of(memory, from, length, scratch, isPlain());
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
      int length = Math.min(most, count - piece);
      int index = piece + indexOf(candidate, memory, at + (long) piece * itemsize, length);
      propose(candidate, next + index * step);
    }
    next += count * step;
  }

  /// Finds the element with a given [#order] that has the lowest index.
  ///
  /// @return the position of the element, counted from `at`; an arbitrary position if another
  ///   thread has changed the element
  private int indexOf(long wanted, MemorySegment memory, long at, int count) {
    long bits = keys.bits(wanted ^ reversal);
    // Zeros of both signs are equal, and so are all bytes of booleans other than zero.
    boolean isTrue = isBool && bits != 0;
    long compared = bits == 0 ? keys.magnitude() : -1;
    return SwarPredicate.nonZero(itemsize, compared, isTrue ? 0 : bits)
        .indexOf(isTrue, memory, at, count, step < 0);
  }

  /// Returns the minimum or maximum that was requested of [#minMax], as a key.
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

  /// Returns the order of a key: smaller is better, and zeros of both signs are equal.
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
  boolean isExact() {
    return true;
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
