package io.ndmap.array;

import io.ndmap.nd.NdView;
import io.ndmap.op.Comparison;

/// Counts the positions at the beginning of an axis that contain only zeros. Reads further
/// positions after the last of them, but at most about as many as it has counted.
final class Trimming {

  /// The maximum number of positions that are examined together, which limits the size of their
  /// mask.
  private static final long MOST = 1 << 20;

  private final NdView<?> array;
  private final int axis;
  private final NdView<?> zero;

  Trimming(NdView<?> array, int axis) {
    this.array = array.on(array.execution().withoutAllocator());
    this.axis = axis;
    this.zero = NdView.zeros(array.dtype());
  }

  /// Returns the number of leading positions that contain only zeros.
  long zeros() {
    long size = array.size(axis);
    long step = 1;
    for (long done = 0; done < size; done += step) {
      step = Math.min(done + 1, MOST);
      long end = Math.min(size, done + step);
      if (!isZero(done, end)) {
        return bisect(done, end);
      }
    }
    return size;
  }

  /// Returns the number of leading positions that contain only zeros.
  ///
  /// @param from a position before which all elements are zeros
  /// @param to a position; the elements from `from` to `to`, exclusive, are not all zeros
  private long bisect(long from, long to) {
    long low = from;
    long high = to;
    while (high - low > 1) {
      long middle = (low + high) >>> 1;
      if (isZero(low, middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isZero(long from, long to) {
    return !array.slice(axis, from, to).compare(Comparison.NOT_EQUAL, zero).any();
  }
}
