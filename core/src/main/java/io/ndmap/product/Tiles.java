package io.ndmap.product;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.BlockProduct;

/// How the results of a product are cut into tiles.
///
/// @param left its rows are the tiles' rows
/// @param right its columns are the tiles' columns
/// @param target where the tiles are
/// @param parts numbers of an item of the results
/// @param rows of a tile at most
/// @param columns of a tile at most
/// @param depth of a block at most
record Tiles(
    Matrix left, Matrix right, Matrix target, int parts, int rows, int columns, int depth) {

  /// Numbers along the sides of a tile, and of the blocks that are packed for it: enough products
  /// for each number that is packed, few enough numbers for the second-level cache.
  private static final int ROWS = 256;

  private static final int ROW_BYTES = 1 << 12;

  private static final int DEPTH = 128;

  /// Rows that tiles have at least, where several threads share them.
  private static final int FEW_ROWS = 32;

  /// How many tiles each thread gets, if there are so many.
  private static final int TILES = 4;

  /// @param itemsize bytes of the numbers that are packed
  /// @param kind of the results
  /// @param threads that share the tiles: results do not depend on how they are cut
  static Tiles of(
      Matrix left, Matrix right, Matrix target, int itemsize, ScalarKind kind, int threads) {
    int parts = kind.isComplex() ? 2 : 1;
    int most = ROWS / parts;
    long columns = Math.min(ROW_BYTES / itemsize, right.columns());
    if (threads > 1) {
      long strips = target.count() * Math.ceilDiv(right.columns(), columns);
      long share = left.rows() * strips / ((long) TILES * threads);
      most = Math.clamp(share & -BlockProduct.ROWS, FEW_ROWS, most);
    }
    return new Tiles(
        left,
        right,
        target,
        parts,
        (int) Math.min(most, left.rows()),
        (int) columns,
        (int) Math.min(DEPTH / parts, left.columns()));
  }

  private long down() {
    return Math.ceilDiv(left.rows(), rows);
  }

  private long across() {
    return Math.ceilDiv(right.columns(), columns);
  }

  long count() {
    return target.count() * down() * across();
  }

  /// Items that a tile reads and writes, about.
  long work() {
    return (long) rows * columns + left.columns() * (rows + columns);
  }

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
