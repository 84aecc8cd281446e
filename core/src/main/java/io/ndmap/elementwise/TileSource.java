package io.ndmap.elementwise;

import io.ndmap.layout.Strided;
import io.ndmap.loop.Span;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One operand of a part: read in place if possible, else staged in a block.
final class TileSource {

  private final MemorySegment memory;
  // Whether loops may access the memory in place.
  private final boolean isDirect;
  private final boolean isInPlace;
  private final int itemsize;
  private final Span block;
  private final Span spare;
  private final int spareBytes;
  private final RunLoad runs;

  /// @param direct the memory for access in place; null if elements must be staged
  /// @param part the layout of the part
  /// @param spare a block that is free while elements are staged
  /// @param spareBytes bytes of `spare`
  TileSource(
      Items items,
      @Nullable MemorySegment direct,
      Strided part,
      Span block,
      Span spare,
      int spareBytes) {
    this.memory = direct == null ? items.segment() : direct;
    this.isDirect = direct != null;
    this.itemsize = items.itemsize();
    this.isInPlace = isDirect && part.rank() == 1 && part.stride(0) == itemsize;
    this.block = block;
    this.spare = spare;
    this.spareBytes = spareBytes;
    int last = part.rank() - 1;
    this.runs =
        new RunLoad(
            memory,
            isDirect && items.isStable(),
            itemsize,
            part.stride(last),
            part.shape().size(last),
            part.shape().itemCount());
  }

  /// Returns whether all tiles are read in place.
  boolean isInPlace() {
    return isInPlace;
  }

  /// Returns the elements of a tile: in place, or staged in the block.
  Span of(TileIteration.Tile tile, int layout) {
    long stride = tile.stride(layout);
    boolean isRun = tile.isRun(layout);
    if (isDirect && isRun && stride == itemsize) {
      return new Span(memory, tile.at(layout), block.arrays());
    }
    // Broadcast elements and rows are read once and repeated.
    int rows = isRun ? 1 : tile.rows();
    int columns = tile.items() / rows;
    long row = (long) columns * itemsize;
    int apart = tile.rowStride(layout) == 0 ? 1 : rows;
    for (int k = 0; k < apart; k++) {
      Span into = block.shift(k * row);
      long at = tile.at(layout) + k * tile.rowStride(layout);
      if (stride == 0) {
        MemorySegment.copy(memory, at, into.memory(), into.at(), itemsize);
        into.repeat(itemsize, row);
      } else {
        runs.load(at, columns, into, spare, spareBytes);
      }
    }
    block.repeat(apart * row, rows * row);
    return block;
  }
}
