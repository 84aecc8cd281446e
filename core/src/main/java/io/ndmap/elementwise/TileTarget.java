package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.Span;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The target of a part: the last loop writes in place if possible, else into a block whose
/// elements are then scattered.
final class TileTarget {

  private final MemorySegment memory;
  // Whether loops may access the memory in place.
  private final boolean visible;
  private final int itemsize;
  private final Span block;
  private final RunStore runs;

  /// @param direct the memory for access in place; null if results must be staged
  /// @param part the layout of the part
  /// @param block the block for staged results
  TileTarget(Items items, @Nullable MemorySegment direct, Strided part, Span block) {
    this.memory = direct == null ? items.segment() : direct;
    this.visible = direct != null;
    this.itemsize = items.itemsize();
    this.block = block;
    int last = part.rank() - 1;
    this.runs =
        new RunStore(
            memory,
            visible && items.isStable(),
            itemsize,
            part.stride(last),
            part.shape().size(last),
            part.shape().itemCount());
  }

  /// Returns the memory into which the last loop writes.
  Span of(TileIteration.Tile tile, int layout) {
    return isInPlace(tile, layout) ? new Span(memory, tile.at(layout), block.arrays()) : block;
  }

  /// Returns whether all tiles are written in place.
  boolean isInPlace(Strided layout) {
    return visible && layout.rank() == 1 && layout.stride(0) == itemsize;
  }

  private boolean isInPlace(TileIteration.Tile tile, int layout) {
    return visible && tile.isRun(layout) && tile.stride(layout) == itemsize;
  }

  /// Scatters staged results into the target.
  void put(TileIteration.Tile tile, int layout) {
    if (isInPlace(tile, layout)) {
      return;
    }
    int rows = tile.isRun(layout) ? 1 : tile.rows();
    int columns = tile.items() / rows;
    for (int k = 0; k < rows; k++) {
      Span row = block.shift((long) k * columns * itemsize);
      runs.store(row, tile.at(layout) + k * tile.rowStride(layout), columns);
    }
  }
}
