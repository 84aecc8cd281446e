package io.ndmap.loop;

/// Multiplies a block of one matrix by a block of another, both packed into Java arrays, and adds
/// the products to sums.
///
/// The products of each sum are added in ascending order of the depth, floating-point products by
/// [Math#fma(double, double, double)]. So a sum has the same bits for every division into blocks,
/// with and without vectors.
///
/// @param <A> type of an array of numbers
public interface BlockProduct<A> {

  /// The number of rows of the left block that share an array.
  int ROWS = 4;

  /// Bytes of a row of a panel, that is, of the columns of the right block that share an array: two
  /// of the widest vectors.
  int PANEL_BYTES = 128;

  /// Adds the products of a block.
  ///
  /// @param left element k of row i at `[i / 4][4 * k + i % 4]`
  /// @param right element k of column j at `[j / w][w * k + j % w]`, where w is the width of a
  ///   panel, [#PANEL_BYTES] divided by the itemsize
  /// @param sums the sums, one array per row
  /// @param rows the number of rows, a multiple of [#ROWS]
  /// @param depth the number of products that are added to each sum
  /// @param columns the number of columns, a multiple of the width of a panel
  void add(A[] left, A[] right, A[] sums, int rows, int depth, int columns);
}
