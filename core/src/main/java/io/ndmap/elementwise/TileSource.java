package io.ndmap.elementwise;

import io.ndmap.engine.Loops;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.move.RunCopy;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One operand of a part: read in place if possible, else staged in a block.
final class TileSource {

  /// Elements of a row that amortize the set-up of a vector loop.
  private static final int LONG_ROW = 128;

  private final MemorySegment memory;
  // Whether loops may access the memory in place, and whether it cannot fault.
  private final boolean isDirect;
  private final boolean isStable;
  private final boolean isInPlace;
  private final int itemsize;
  private final Span block;
  private final Span spare;
  // The vector loop for the innermost stride; null if there is none, or it is not faster.
  private final @Nullable Loop strided;

  /// @param direct the memory for access in place, null if elements must be staged
  /// @param part the layout of the part
  /// @param spare a block that is free while elements are staged
  TileSource(Items items, @Nullable MemorySegment direct, Strided part, Span block, Span spare) {
    this.memory = direct == null ? items.segment() : direct;
    this.isDirect = direct != null;
    this.isStable = isDirect && items.isStable();
    this.itemsize = items.itemsize();
    this.isInPlace = isDirect && part.rank() == 1 && part.stride(0) == itemsize;
    this.block = block;
    this.spare = spare;
    this.strided = strided(part);
  }

  private @Nullable Loop strided(Strided part) {
    int last = part.rank() - 1;
    long stride = part.stride(last);
    // With larger steps in memory that can fault, gaps would be copied, too, which takes longer
    // than a plain loop.
    boolean pays = part.shape().size(last) >= LONG_ROW && (isStable || stride == -itemsize);
    Loop loop = pays ? Loops.strided(stride, itemsize) : null;
    Loop chosen = loop == null ? null : loop.chosen(part.shape().itemCount(), !isStable);
    return chosen == null || chosen.isPlain() ? null : chosen;
  }

  /// Whether all tiles are read in place.
  boolean isInPlace() {
    return isInPlace;
  }

  Span of(TileIteration.Tile tile, int layout) {
    long stride = tile.stride(layout);
    boolean isRun = tile.isRun(layout);
    if (isDirect && isRun && stride == itemsize) {
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
      if (stride == 0) {
        MemorySegment.copy(memory, at, into.memory(), into.at(), itemsize);
        into.repeat(itemsize, row);
      } else {
        load(at, stride, columns, into);
      }
    }
    block.repeat(apart * row, rows * row);
    return block;
  }

  /// Copies elements at a constant distance.
  private void load(long at, long stride, int count, Span into) {
    if (strided == null) {
      RunCopy.copy(memory, at, stride, into.memory(), into.at(), itemsize, count, itemsize, false);
      return;
    }
    long lowest = at + Math.min(0, (count - 1) * stride);
    Span items = spare;
    if (isStable) {
      items = new Span(memory, lowest, block.arrays());
    } else {
      long bytes = (long) count * itemsize;
      MemorySegment.copy(memory, lowest, spare.memory(), spare.at(), bytes);
    }
    strided.run(new Span[] {items}, into, count);
  }
}
