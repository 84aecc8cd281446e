package io.ndmap.axes;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;

/// Divides one axis into tiles of neighbouring columns. The tiles are visited in C order: for each
/// position along the other axes, all tiles along the axis.
public final class ColumnTiles {

  /// A callback for tiles.
  public interface Body {

    /// Processes the next tile.
    ///
    /// @param at for each layout, the byte offset of the first column; the array is reused for the
    ///   next tile
    /// @param width the number of columns
    void run(long[] at, int width);
  }

  private final long columns;
  private final int width;
  private final long count;
  private final COrder order;

  /// @param axis the axis along which columns are neighbours
  /// @param width the maximum number of columns of a tile
  /// @param layouts one or more layouts of the same shape, which is not empty
  public ColumnTiles(int axis, int width, Strided... layouts) {
    Shape shape = layouts[0].shape();
    this.columns = shape.size(axis);
    this.width = width;
    // In `tiles`, each tile is one element. The additional last layout describes no memory: its
    // offsets are the numbers of columns before each tile.
    Strided[] tiles = new Strided[layouts.length + 1];
    int[] last = new int[shape.rank()];
    for (int k = 0; k < last.length - 1; k++) {
      last[k] = k < axis ? k : k + 1;
    }
    last[last.length - 1] = axis;
    for (int k = 0; k < layouts.length; k++) {
      tiles[k] = layouts[k].transpose(last).slice(shape.rank() - 1, 0, columns, width);
    }
    Shape outer = tiles[0].shape();
    long[] numbers = new long[shape.rank()];
    numbers[shape.rank() - 1] = width;
    tiles[layouts.length] = Strided.of(0, outer, numbers);
    this.count = outer.itemCount();
    this.order = new COrder(tiles);
  }

  /// The number of tiles.
  public long count() {
    return count;
  }

  /// Passes some tiles to the body.
  ///
  /// @param from the index of the first tile
  /// @param tiles the number of tiles, all of which must exist
  public void forEach(long from, long tiles, Body body) {
    order.forEachRun(
        from,
        tiles,
        1,
        (at, _) -> body.run(at, (int) Math.min(width, columns - at[at.length - 1])));
  }
}
