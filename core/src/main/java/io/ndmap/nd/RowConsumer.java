package io.ndmap.nd;

/// A callback for the rows of an array, see [NdView#forEachRow].
///
/// @param <V> the array's class
@FunctionalInterface
public interface RowConsumer<V> {

  /// Processes a row.
  ///
  /// @param number the number of the row, counted from 0 in C order
  /// @param row the row, a view of rank 1
  void accept(long number, V row);
}
