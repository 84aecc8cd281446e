package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.Span;
import io.ndmap.move.RunCopy;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One operand of a part: read in place if possible, else staged in a block.
final class TileSource {

  private final MemorySegment memory;
  private final boolean visible;
  private final int itemsize;
  private final Span block;

  /// @param direct the memory for access in place, null if elements must be staged
  TileSource(Items items, @Nullable MemorySegment direct, Span block) {
    this.memory = direct == null ? items.segment() : direct;
    this.visible = direct != null;
    this.itemsize = items.itemsize();
    this.block = block;
  }

  /// Whether all tiles are read in place.
  boolean isInPlace(Strided layout) {
    return visible && layout.rank() == 1 && layout.stride(0) == itemsize;
  }

  Span of(TileIteration.Tile tile, int layout) {
    long stride = tile.stride(layout);
    boolean isRun = tile.isRun(layout);
    if (visible && isRun && stride == itemsize) {
      return new Span(memory, tile.at(layout), block.arrays());
    }
    // Broadcast elements are read once and repeated.
    int rows = isRun ? 1 : tile.rows();
    int columns = tile.items() / rows;
    long row = (long) columns * itemsize;
    int apart = tile.rowStride(layout) == 0 ? 1 : rows;
    for (int k = 0; k < apart; k++) {
      Span into = block.shift(k * row);
      long at = tile.at(layout) + k * tile.rowStride(layout);
      int read = stride == 0 ? 1 : columns;
      RunCopy.copy(memory, at, stride, into.memory(), into.at(), itemsize, read, itemsize, false);
      if (stride == 0) {
        into.repeat(itemsize, row);
      }
    }
    block.repeat(apart * row, rows * row);
    return block;
  }
}
