package io.ndmap.reduce;

import io.ndmap.dtype.TimeType;
import io.ndmap.fold.SwarPredicate;
import io.ndmap.op.Reduction;
import io.ndmap.value.SortableBits;
import org.jspecify.annotations.Nullable;

/// Determines which real numbers or times a reduction counts, and how the count becomes the result.
///
/// @param kind the reduction
/// @param counted true for the elements to be counted; null if all are counted
/// @param countsNaN whether `counted` selects NaN, and the result is the number of all other
///   elements; the elements must then be little-endian
record CountRule(Reduction.Kind kind, @Nullable SwarPredicate counted, boolean countsNaN) {

  /// @param big whether the elements are big-endian
  static CountRule of(int itemsize, boolean big, SortableBits keys, Reduction op) {
    if (op.kind() != Reduction.Kind.COUNT) {
      return nonZero(itemsize, big, keys.magnitude(), 0, op);
    }
    if (keys.hasNoNaN()) {
      return new CountRule(op.kind(), null, false);
    }
    return keys.negativeMask() == 0
        ? nonZero(itemsize, big, -1, TimeType.NOT_A_TIME, op)
        : new CountRule(op.kind(), SwarPredicate.isNaN(itemsize, keys.high()), true);
  }

  /// Returns whether a reduction of booleans needs only the number of true elements.
  static boolean countsTrue(Reduction op) {
    return switch (op.kind()) {
      case COUNT_NONZERO, ANY, ALL -> true;
      default -> false;
    };
  }

  /// Creates a rule for elements that differ from `zero` in the bits of `mask`. Big-endian elements
  /// are tested without swapping their bytes.
  private static CountRule nonZero(int itemsize, boolean big, long mask, long zero, Reduction op) {
    long counting = big ? reversed(mask, itemsize) : mask;
    long none = big ? reversed(zero, itemsize) : zero;
    return new CountRule(op.kind(), SwarPredicate.nonZero(itemsize, counting, none), false);
  }

  /// Returns the bits with the bytes of an element reversed.
  private static long reversed(long bits, int itemsize) {
    return Long.reverseBytes(bits) >>> (Long.SIZE - Byte.SIZE * itemsize);
  }

  /// Returns the result of the reduction.
  ///
  /// @param found the number of counted elements
  /// @param count the number of all elements
  long result(long found, long count) {
    return switch (kind) {
      case ANY -> found > 0 ? 1 : 0;
      case ALL -> found == count ? 1 : 0;
      case COUNT -> counted == null ? count : countsNaN ? count - found : found;
      case COUNT_NONZERO -> found;
      default -> throw new AssertionError(kind);
    };
  }
}
