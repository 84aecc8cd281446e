package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Run;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The target in one part: loops write where its items are, if that can be, else into a block, from
/// which results are cast.
final class TileTarget {

  private final MemorySegment memory;
  private final boolean visible;
  private final int itemsize;
  private final @Nullable TileCast narrow;
  private final ScalarKind computed;
  private final TileCast cast;
  private final Run block;
  private final Run room;

  /// @param stored what the loop writes
  /// @param computed what the results are, whose low bits or leading digits are written
  /// @param direct the memory as loops see it, null if they must not
  /// @param block for what is written
  /// @param room for the results, if the target is of another kind
  TileTarget(
      Items items,
      ScalarKind stored,
      ScalarKind computed,
      @Nullable MemorySegment direct,
      Run block,
      Run room) {
    ScalarKind kind = items.kind();
    this.memory = direct == null ? items.segment() : direct;
    this.visible = direct != null && kind == stored && computed == stored && !items.isBigEndian();
    this.itemsize = kind.itemsize();
    boolean twice = computed != stored && computed != kind;
    this.narrow = twice ? new TileCast(stored, computed) : null;
    this.computed = twice ? computed : stored;
    this.cast = new TileCast(this.computed, false, kind, items.isBigEndian());
    this.block = block;
    this.room = room;
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
    Run results = block;
    if (narrow != null) {
      results = room;
      narrow.run(block, room, tile.items());
    }
    int rows = tile.isRun(layout) ? 1 : tile.rows();
    int columns = tile.items() / rows;
    int size = computed.itemsize();
    for (int k = 0; k < rows; k++) {
      long from = results.at() + (long) k * columns * size;
      long at = tile.at(layout) + k * tile.rowStride(layout);
      cast.run(results.memory(), from, size, memory, at, tile.stride(layout), columns);
    }
  }
}
