package io.ndmap.reduce;

import io.ndmap.op.Reduction;

/// A fold whose result is the index of an element.
public interface Indexed {

  /// Sets the indices of the next elements; without it, they are counted from 0.
  ///
  /// @param index of the first
  /// @param distance from one to the next
  void at(long index, long distance);

  /// The index of the element, or -1 if all are NaN and NaN is ignored.
  long index();

  /// Returns an index that exists.
  ///
  /// @throws IllegalArgumentException if the index is -1
  static long require(long index, Reduction op) {
    if (index < 0) {
      throw new IllegalArgumentException(op + " of items that are all NaN");
    }
    return index;
  }
}
