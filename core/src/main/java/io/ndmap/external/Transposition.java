package io.ndmap.external;

import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.pass.Items;
import java.util.function.LongConsumer;

/// Copies interleaved slices to disk, where each slice is contiguous, and back. Either way, each
/// page of the array is read or written about once.
///
/// @param spill the file
/// @param length the number of elements of a slice
/// @param slices the number of slices
/// @param most the maximum number of elements in memory
/// @param how the execution; its listener receives the progress
record Transposition(Spill spill, long length, long slices, long most, Execution how) {

  /// Copies slices to disk.
  ///
  /// @param items the array; its last axis is the axis of the slices
  void store(Items items) {
    forEachPiece(items, true);
  }

  /// Copies the slices from disk to an array.
  ///
  /// @param items the array, as for [#store]
  void fetch(Items items) {
    forEachPiece(items, false);
  }

  /// @param stores true: copies from the array to disk; false: from disk to the array
  private void forEachPiece(Items items, boolean stores) {
    long piece = Math.clamp(most / slices, 1, length);
    long together = Math.clamp(most / piece, 1, slices);
    LongConsumer listener = how.progress();
    try (Block block = new Block(items.dtype(), piece * together)) {
      for (long first = 0; first < length; first += piece) {
        long size = Math.min(piece, length - first);
        Items slab = items.slice(items.rank() - 1, first, first + size, 1);
        Strip strip = Strip.of(slab, how.withoutProgress());
        for (long from = 0; from < slices; from += together) {
          if (Thread.currentThread().isInterrupted()) {
            throw new OperationInterruptedException(items.backing().name());
          }
          long count = Math.min(together, slices - from);
          Items all = block.items(0, count * size);
          if (stores) {
            strip.read(from * size, all);
          }
          for (long k = 0; k < count; k++) {
            Strip slice = Strip.of(spill, (from + k) * length * items.itemsize());
            Items part = block.items(k * size, size);
            if (stores) {
              slice.write(first, part);
            } else {
              slice.read(first, part);
            }
          }
          if (!stores) {
            strip.write(from * size, all);
          }
          if (listener != null) {
            listener.accept(count * size);
          }
        }
      }
    }
  }
}
