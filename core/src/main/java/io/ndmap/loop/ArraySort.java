package io.ndmap.loop;

/// Sorts slices of a Java array of integers in ascending order.
///
/// @param <A> type of an array of numbers
public interface ArraySort<A> {

  /// Sorts consecutive slices, each separately.
  ///
  /// @param from the index of the first number of the first slice
  /// @param slices the number of slices
  /// @param length the length of a slice
  void sort(A numbers, int from, int slices, int length);
}
