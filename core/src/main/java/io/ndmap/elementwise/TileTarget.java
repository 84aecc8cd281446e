package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.Run;
import io.ndmap.move.Runs;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The target in one part: the last loop writes where its items are, if that can be, else into a
/// block, from which they are brought there.
final class TileTarget {

  private final MemorySegment memory;
  private final boolean visible;
  private final int itemsize;
  private final Run block;

  /// @param direct the memory as loops see it, null if they must not
  /// @param block for what is written
  TileTarget(Items items, @Nullable MemorySegment direct, Run block) {
    this.memory = direct == null ? items.segment() : direct;
    this.visible = direct != null;
    this.itemsize = items.itemsize();
    this.block = block;
  }

  /// Where the loop is to write.
  Run of(Tiles.Tile tile, int layout) {
    return isSeen(tile, layout) ? new Run(memory, tile.at(layout), block.room()) : block;
  }

  /// Whether no block is needed in any tile.
  boolean isSeen(Strided layout) {
    return visible && layout.rank() == 1 && layout.stride(0) == itemsize;
  }

  private boolean isSeen(Tiles.Tile tile, int layout) {
    return visible && tile.isRun(layout) && tile.stride(layout) == itemsize;
  }

  /// Brings what was written into the target.
  void put(Tiles.Tile tile, int layout) {
    if (isSeen(tile, layout)) {
      return;
    }
    int rows = tile.isRun(layout) ? 1 : tile.rows();
    int columns = tile.items() / rows;
    for (int k = 0; k < rows; k++) {
      long from = block.at() + (long) k * columns * itemsize;
      long at = tile.at(layout) + k * tile.rowStride(layout);
      long stride = tile.stride(layout);
      Runs.copy(block.memory(), from, itemsize, memory, at, stride, columns, itemsize, false);
    }
  }
}
