package io.ndmap.spark.column;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The memory that the columns of a batch are copied to: the same pieces from batch to batch.
///
/// Other threads than the task's may read a batch, such as the one that feeds Python.
public final class BatchMemory implements AutoCloseable {

  private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> pieces = new ArrayList<>();
  private int used;

  /// Creates memory without a piece.
  public BatchMemory() {
    // Pieces come with the first batch.
  }

  /// Begins a batch: what was handed out is used again.
  public void begin() {
    used = 0;
  }

  /// The next piece.
  MemorySegment piece(long bytes) {
    if (used == pieces.size()) {
      pieces.add(MemorySegment.NULL);
    }
    if (pieces.get(used).byteSize() < bytes) {
      pieces.set(used, arena.allocate(bytes, Long.BYTES));
    }
    return pieces.get(used++).asSlice(0, bytes);
  }

  @Override
  public void close() {
    arena.close();
  }
}
