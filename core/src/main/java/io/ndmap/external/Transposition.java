package io.ndmap.external;

import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.pass.Items;
import java.util.function.LongConsumer;

/// Brings lanes that lie across one another to a disk, where each is in one piece, and back. Each
/// page of the array is read or written about once.
///
/// @param spill the disk
/// @param length items of a lane
/// @param lanes how many there are
/// @param most items that there is memory for
/// @param how it runs, told what has been brought
record Transposition(Spill spill, long length, long lanes, long most, Execution how) {

  /// Brings lanes to the disk.
  ///
  /// @param items whose last axis is along the lanes
  void store(Items items) {
    forEachPiece(items, true);
  }

  /// Brings them back.
  void fetch(Items items) {
    forEachPiece(items, false);
  }

  private void forEachPiece(Items items, boolean stores) {
    long piece = Math.clamp(most / lanes, 1, length);
    long together = Math.clamp(most / piece, 1, lanes);
    LongConsumer listener = how.progress();
    try (Block block = new Block(items.dtype(), piece * together)) {
      for (long first = 0; first < length; first += piece) {
        long size = Math.min(piece, length - first);
        Items slab = items.slice(items.rank() - 1, first, first + size, 1);
        Strip strip = Strip.of(slab, how.withoutProgress());
        for (long lane = 0; lane < lanes; lane += together) {
          if (Thread.currentThread().isInterrupted()) {
            throw new OperationInterruptedException(items.backing().name());
          }
          long count = Math.min(together, lanes - lane);
          Items all = block.items(0, count * size);
          if (stores) {
            strip.read(lane * size, all);
          }
          for (long k = 0; k < count; k++) {
            move(
                Strip.of(spill, (lane + k) * length * items.itemsize()),
                first,
                block.items(k * size, size),
                stores);
          }
          if (!stores) {
            strip.write(lane * size, all);
          }
          if (listener != null) {
            listener.accept(count * size);
          }
        }
      }
    }
  }

  private static void move(Strip lane, long first, Items piece, boolean stores) {
    if (stores) {
      lane.write(first, piece);
    } else {
      lane.read(first, piece);
    }
  }
}
