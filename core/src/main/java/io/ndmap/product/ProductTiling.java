package io.ndmap.product;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.BlockProduct;

/// Divides the results of a matrix product into tiles, the units of computation. A tile is a
/// rectangle of one result matrix. Tiles are numbered matrix by matrix, in each matrix row by row.
///
/// @param left the left operand
/// @param right the right operand
/// @param target the results
/// @param parts the number of real numbers per result element: 2 if complex, else 1
/// @param rows the maximum number of rows of a tile
/// @param columns the maximum number of columns of a tile
/// @param depth the maximum number of elements of a packed block along the inner dimension
record ProductTiling(
    MatrixOperand left,
    MatrixOperand right,
    MatrixOperand target,
    int parts,
    int rows,
    int columns,
    int depth) {

  /// The maximum number of rows of a tile, of bytes of a row of a tile, and of elements of a packed
  /// block along the inner dimension: large enough to amortise packing, small enough for the L2
  /// cache.
  private static final int ROWS = 256;

  private static final int ROW_BYTES = 1 << 12;

  private static final int DEPTH = 128;

  /// The minimum number of rows of a tile if several threads share the tiles.
  private static final int FEW_ROWS = 32;

  /// The number of tiles per thread, if there are enough rows.
  private static final int TILES = 4;

  /// @param itemsize the bytes of a packed number
  /// @param kind the scalar type of the results
  /// @param threads the number of threads that share the tiles; results do not depend on the tiling
  static ProductTiling of(
      MatrixOperand left,
      MatrixOperand right,
      MatrixOperand target,
      int itemsize,
      ScalarKind kind,
      int threads) {
    int parts = kind.isComplex() ? 2 : 1;
    int most = ROWS / parts;
    long columns = Math.min(ROW_BYTES / itemsize, right.columns());
    if (threads > 1) {
      long strips = target.count() * Math.ceilDiv(right.columns(), columns);
      long share = left.rows() * strips / ((long) TILES * threads);
      most = Math.clamp(share & -BlockProduct.ROWS, FEW_ROWS, most);
    }
    return new ProductTiling(
        left,
        right,
        target,
        parts,
        (int) Math.min(most, left.rows()),
        (int) columns,
        (int) Math.min(DEPTH / parts, left.columns()));
  }

  /// The number of tiles of a matrix from top to bottom.
  private long down() {
    return Math.ceilDiv(left.rows(), rows);
  }

  /// The number of tiles of a matrix from left to right.
  private long across() {
    return Math.ceilDiv(right.columns(), columns);
  }

  /// The number of tiles of all matrices.
  long count() {
    return target.count() * down() * across();
  }

  /// The approximate number of elements that a tile reads and writes.
  long work() {
    return (long) rows * columns + left.columns() * (rows + columns);
  }

  /// The index in the stack of the matrix that a tile belongs to.
  long matrix(long tile) {
    return tile / (down() * across());
  }

  long firstRow(long tile) {
    return tile / across() % down() * rows;
  }

  long firstColumn(long tile) {
    return tile % across() * columns;
  }
}
