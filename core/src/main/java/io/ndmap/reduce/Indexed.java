package io.ndmap.reduce;

import io.ndmap.op.Reduction;

/// A fold that computes the index of an element, at least for some reductions.
public interface Indexed {

  /// Sets the indices of the next elements. Without this call, indices start at 0 and are
  /// consecutive.
  ///
  /// @param index the index of the first element
  /// @param distance the difference between the indices of two consecutive elements
  void at(long index, long distance);

  /// Returns the index of the element; -1 if there is none, because there are no elements or all of
  /// them are ignored NaNs.
  long index();

  /// Returns an index after checking that it exists.
  ///
  /// @throws IllegalArgumentException if the index is -1
  static long require(long index, Reduction op) {
    if (index < 0) {
      throw new IllegalArgumentException(op + " of elements that are all NaN");
    }
    return index;
  }
}
