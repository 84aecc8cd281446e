package io.ndmap.elementwise;

import io.ndmap.layout.Strided;

/// Cuts a part of a [io.ndmap.pass.Pass] into tiles of two axes that fit a block: pieces of a long
/// innermost axis, or several rows of a short one, so that short rows cost no more than long ones.
final class Tiles {

  /// What is done with a piece.
  interface Body {

    /// Takes the next piece.
    ///
    /// @param tile belongs to the pass and changes with the next one
    void accept(Tile tile);
  }

  /// A piece, the same in all layouts but for where it is.
  static final class Tile {
    private final long[] at;
    private final long[] rowStrides;
    private final long[] strides;
    private int rows;
    private int columns;

    private Tile(Strided[] layouts) {
      int rank = layouts[0].rank();
      this.at = new long[layouts.length];
      this.rowStrides = new long[layouts.length];
      this.strides = new long[layouts.length];
      for (int k = 0; k < layouts.length; k++) {
        at[k] = layouts[k].offset();
        strides[k] = layouts[k].stride(rank - 1);
        rowStrides[k] = rank > 1 ? layouts[k].stride(rank - 2) : 0;
      }
    }

    /// How many rows it has.
    int rows() {
      return rows;
    }

    /// How many items a row has.
    int columns() {
      return columns;
    }

    /// How many items it has.
    int items() {
      return rows * columns;
    }

    /// Where the first item is in a layout.
    long at(int layout) {
      return at[layout];
    }

    /// The bytes from one item of a row to the next.
    long stride(int layout) {
      return strides[layout];
    }

    /// The bytes from one row to the next.
    long rowStride(int layout) {
      return rowStrides[layout];
    }

    /// Whether all its items are at a constant distance.
    boolean isRun(int layout) {
      return rows == 1 || rowStrides[layout] == columns * strides[layout];
    }
  }

  private Tiles() {}

  /// Hands over all pieces.
  ///
  /// @param part as [io.ndmap.pass.Pass#part] gives it
  /// @param most the most items of a piece
  static void forEach(Strided[] part, int most, Body body) {
    Tile tile = new Tile(part);
    forEach(part, 0, tile, most, body);
  }

  private static void forEach(Strided[] part, int axis, Tile tile, int most, Body body) {
    int rank = part[0].rank();
    if (axis < rank - 2) {
      long size = part[0].shape().size(axis);
      for (long i = 0; i < size; i++) {
        forEach(part, axis + 1, tile, most, body);
        move(part, axis, 1, tile);
      }
      move(part, axis, -size, tile);
      return;
    }
    int columns = (int) part[0].shape().size(rank - 1);
    int rows = rank == 1 ? 1 : (int) part[0].shape().size(rank - 2);
    if (columns >= most) {
      for (int i = 0; i < rows; i++) {
        pieces(part, columns, tile, most, body);
        if (rank > 1) {
          move(part, rank - 2, 1, tile);
        }
      }
    } else {
      tile.columns = columns;
      int together = most / columns;
      for (int i = 0; i < rows; i += together) {
        tile.rows = Math.min(together, rows - i);
        body.accept(tile);
        if (rank > 1) {
          move(part, rank - 2, tile.rows, tile);
        }
      }
    }
    if (rank > 1) {
      move(part, rank - 2, -rows, tile);
    }
  }

  private static void pieces(Strided[] part, int columns, Tile tile, int most, Body body) {
    int innermost = part[0].rank() - 1;
    tile.rows = 1;
    for (int j = 0; j < columns; j += most) {
      tile.columns = Math.min(most, columns - j);
      body.accept(tile);
      move(part, innermost, tile.columns, tile);
    }
    move(part, innermost, -columns, tile);
  }

  private static void move(Strided[] part, int axis, long positions, Tile tile) {
    for (int k = 0; k < part.length; k++) {
      tile.at[k] += positions * part[k].stride(axis);
    }
  }
}
