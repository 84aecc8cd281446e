package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import java.util.function.Consumer;

/// Splits a part of a [io.ndmap.pass.Pass] into tiles of at most `most` elements, usually as many
/// as fit a block of scratch memory. A row runs along the innermost axis; a tile is a segment of
/// one long row, or several short rows. So elements of short rows cost no more than elements of
/// long rows.
final class TileIteration {

  /// A tile, with its byte offset and strides in each layout. Mutable: reused for the next tile.
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

    /// Returns the number of rows.
    int rows() {
      return rows;
    }

    /// Returns the number of elements.
    int items() {
      return rows * columns;
    }

    /// Returns the byte offset of the first element in a layout.
    long at(int layout) {
      return at[layout];
    }

    /// Returns the bytes from one element of a row to the next.
    long stride(int layout) {
      return strides[layout];
    }

    /// Returns the bytes from one row to the next.
    long rowStride(int layout) {
      return rowStrides[layout];
    }

    /// Returns whether one stride leads through all elements of the tile.
    boolean isRun(int layout) {
      return rows == 1 || rowStrides[layout] == columns * strides[layout];
    }
  }

  private TileIteration() {}

  /// Passes all tiles to a consumer.
  ///
  /// @param part as returned by [io.ndmap.pass.Pass#part]
  /// @param most the maximum number of elements of a tile
  static void forEach(Strided[] part, int most, Consumer<Tile> body) {
    Tile tile = new Tile(part);
    forEach(part, 0, tile, most, body);
  }

  private static void forEach(Strided[] part, int axis, Tile tile, int most, Consumer<Tile> body) {
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
        segments(part, columns, tile, most, body);
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

  private static void segments(
      Strided[] part, int columns, Tile tile, int most, Consumer<Tile> body) {
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
