package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.ExtendedFloat;
import io.ndmap.value.ItemValue;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;

/// Counts, any/all, min/max and argmin/argmax of numbers that [io.ndmap.value.SortableBits] has no
/// keys for: complex numbers, ordered by their real parts first, and long doubles.
public final class WideNumberFold extends Fold implements Indexed {

  private static final long NOWHERE = Long.MAX_VALUE;

  private final ScalarKind part;
  private final int parts;
  private final boolean largest;
  private final boolean ignoresNaN;
  // An element is two longs per part: sign and exponent, then significand, of a long double; or the
  // bits as a double, then the bits of the part itself.
  private final long[] item;
  private final long[] best;
  private final long[] nanItem;
  private long next;
  private long step = 1;
  private long count;
  private long nonZero;
  private long nan;
  private long bestIndex = NOWHERE;
  private long nanIndex = NOWHERE;

  WideNumberFold(ScalarKind kind, Reduction op) {
    this.part = kind.part();
    this.parts = kind.isComplex() ? 2 : 1;
    this.largest = op.kind() == Reduction.Kind.MAX || op.kind() == Reduction.Kind.ARG_MAX;
    this.ignoresNaN = op.ignoresNaN();
    this.item = new long[2 * parts];
    this.best = new long[2 * parts];
    this.nanItem = new long[2 * parts];
  }

  @Override
  public void at(long index, long distance) {
    next = index;
    step = distance;
  }

  @Override
  void take(MemorySegment memory, long at, int length, MemorySegment scratch) {
    long stride = (long) parts * part.itemsize();
    for (int i = 0; i < length; i++) {
      take(memory, at + i * stride);
      next += step;
    }
  }

  private void take(MemorySegment segment, long offset) {
    boolean isNaN = false;
    boolean isZero = true;
    for (int k = 0; k < parts; k++) {
      long at = offset + (long) k * part.itemsize();
      if (part.isExtended()) {
        item[2 * k] = ItemValue.signExponent(segment, at, false);
        item[2 * k + 1] = ItemValue.significand(segment, at, false);
        isNaN |= ExtendedFloat.isNaN(item[2 * k + 1], (int) item[2 * k]);
        isZero &= item[2 * k + 1] == 0 && (item[2 * k] & 0x7fff) != 0x7fff;
      } else {
        long bits = ItemValue.bits(segment, at, part.itemsize(), false);
        double value = ScalarBits.toDouble(part, bits);
        item[2 * k] = Double.doubleToRawLongBits(value);
        item[2 * k + 1] = bits;
        isNaN |= Double.isNaN(value);
        isZero &= value == 0;
      }
    }
    count++;
    nonZero += isZero ? 0 : 1;
    if (isNaN) {
      nan++;
      if (next < nanIndex) {
        nanIndex = next;
        copy(item, nanItem);
      }
    } else {
      propose(item, next);
    }
  }

  private void propose(long[] other, long index) {
    int comparison = bestIndex == NOWHERE ? -1 : compare(other, best);
    if (comparison < 0 || (comparison == 0 && index < bestIndex)) {
      copy(other, best);
      bestIndex = index;
    }
  }

  private static void copy(long[] from, long[] to) {
    System.arraycopy(from, 0, to, 0, to.length);
  }

  /// Returns a negative number if the first element is the better result, 0 if both are equal.
  private int compare(long[] first, long[] second) {
    for (int k = 0; k < parts; k++) {
      int comparison =
          part.isExtended()
              ? ExtendedFloat.compare(
                  first[2 * k + 1], (int) first[2 * k], second[2 * k + 1], (int) second[2 * k])
              : compare(
                  Double.longBitsToDouble(first[2 * k]), Double.longBitsToDouble(second[2 * k]));
      if (comparison != 0) {
        return largest ? -comparison : comparison;
      }
    }
    return 0;
  }

  /// Compares doubles; zeros of both signs are equal.
  private static int compare(double first, double second) {
    return first < second ? -1 : first > second ? 1 : 0;
  }

  @Override
  void merge(Fold other) {
    WideNumberFold later = (WideNumberFold) other;
    count += later.count;
    nonZero += later.nonZero;
    nan += later.nan;
    if (later.nanIndex < nanIndex) {
      nanIndex = later.nanIndex;
      copy(later.nanItem, nanItem);
    }
    if (later.bestIndex != NOWHERE) {
      propose(later.best, later.bestIndex);
    }
  }

  @Override
  void clear() {
    next = 0;
    step = 1;
    count = 0;
    nonZero = 0;
    nan = 0;
    bestIndex = NOWHERE;
    nanIndex = NOWHERE;
  }

  @Override
  public long index() {
    return nanIndex != NOWHERE && !ignoresNaN ? nanIndex : bestIndex == NOWHERE ? -1 : bestIndex;
  }

  public long answer(Reduction op) {
    return switch (op.kind()) {
      case ANY -> nonZero > 0 ? 1 : 0;
      case ALL -> nonZero == count ? 1 : 0;
      case COUNT -> count - nan;
      case COUNT_NONZERO -> nonZero;
      case ARG_MIN, ARG_MAX -> Indexed.require(index(), op);
      default -> throw new AssertionError(op);
    };
  }

  private long[] minOrMax() {
    return nan > 0 && !(ignoresNaN && bestIndex != NOWHERE) ? nanItem : best;
  }

  /// Returns the minimum or maximum of long doubles, rounded to the nearest double.
  public double longDouble() {
    long[] answer = minOrMax();
    return ExtendedFloat.toDouble(answer[1], (int) answer[0]);
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    if (op.kind() != Reduction.Kind.MIN && op.kind() != Reduction.Kind.MAX) {
      target.setBitsAt(offset, answer(op));
      return;
    }
    long[] answer = minOrMax();
    for (int k = 0; k < parts; k++) {
      long at = offset + (long) k * part.itemsize();
      if (part.isExtended()) {
        ItemValue.writeLongDouble(target.segment(), at, false, answer[2 * k + 1], answer[2 * k]);
      } else {
        ItemValue.setBits(target.segment(), at, part.itemsize(), false, answer[2 * k + 1]);
      }
    }
  }
}
