package io.ndmap.loop;

/// Multiplies a block of one matrix by a block of another, both packed into Java arrays, and adds
/// the products to sums.
///
/// Each sum has its products added in ascending order of the depth. Of floating-point numbers the
/// product is not rounded by itself ([Math#fma(double, double, double)]). So a sum has the same
/// bits whatever the blocks are, and whether loops are plain or by vectors.
///
/// @param <A> an array of numbers
public interface BlockProduct<A> {

  /// Rows of the left block that share an array.
  int ROWS = 4;

  /// Bytes of the columns of the right block that share an array: two of the widest vectors.
  int PANEL_BYTES = 128;

  /// Adds the products of a block.
  ///
  /// @param left item k of row i at `[i / 4][4 * k + i % 4]`
  /// @param right item k of column j at `[j / w][w * k + j % w]`, where w is the width of a panel,
  ///   [#PANEL_BYTES] by the itemsize
  /// @param sums an array for each row
  /// @param rows how many there are, a multiple of [#ROWS]
  /// @param depth how many products are added to each sum
  /// @param columns how many there are, a multiple of the width of a panel
  void add(A[] left, A[] right, A[] sums, int rows, int depth, int columns);
}
