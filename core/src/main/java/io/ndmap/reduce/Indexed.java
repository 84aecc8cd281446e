package io.ndmap.reduce;

import io.ndmap.op.Reduction;

/// A fold that knows the index of its result.

public interface Indexed {

  /// Says where the next items are, which follow one another; without it, from index 0 on.
  ///
  /// @param index of the first
  /// @param distance from one to the next
  void at(long index, long distance);

  /// Where the item is that was looked for, or -1 if all are NaN and NaN is ignored.
  long index();

  /// The index, if there is one.
  ///
  /// @throws IllegalArgumentException if the index is -1
  static long require(long index, Reduction op) {
    if (index < 0) {
      throw new IllegalArgumentException(op + " of items that are all NaN");
    }
    return index;
  }
}
