package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.Run;
import io.ndmap.move.Runs;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The items of one operand in one part: seen where they are, if that can be, else brought into a
/// block.
final class TileSource {

  private final MemorySegment memory;
  private final boolean visible;
  private final int itemsize;
  private final Run block;

  /// @param direct the memory as loops see it, null if they must not
  TileSource(Items items, @Nullable MemorySegment direct, Run block) {
    this.memory = direct == null ? items.segment() : direct;
    this.visible = direct != null;
    this.itemsize = items.itemsize();
    this.block = block;
  }

  /// Whether no block is needed in any tile.
  boolean isSeen(Strided layout) {
    return visible && layout.rank() == 1 && layout.stride(0) == itemsize;
  }

  Run of(Tiles.Tile tile, int layout) {
    long stride = tile.stride(layout);
    boolean isRun = tile.isRun(layout);
    if (visible && isRun && stride == itemsize) {
      return new Run(memory, tile.at(layout), block.room());
    }
    // What is broadcast is brought once and repeated.
    int rows = isRun ? 1 : tile.rows();
    int columns = tile.items() / rows;
    long row = (long) columns * itemsize;
    int apart = tile.rowStride(layout) == 0 ? 1 : rows;
    for (int k = 0; k < apart; k++) {
      Run into = block.shift(k * row);
      long at = tile.at(layout) + k * tile.rowStride(layout);
      int read = stride == 0 ? 1 : columns;
      Runs.copy(memory, at, stride, into.memory(), into.at(), itemsize, read, itemsize, false);
      if (stride == 0) {
        into.repeat(itemsize, row);
      }
    }
    block.repeat(apart * row, rows * row);
    return block;
  }
}
