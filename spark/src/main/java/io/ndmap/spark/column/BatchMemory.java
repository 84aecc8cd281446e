package io.ndmap.spark.column;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The memory into which the columns of a batch are copied. Batches reuse the same buffers.
///
/// Threads other than the task's thread may read a batch, for instance the thread that sends data
/// to Python.
public final class BatchMemory implements AutoCloseable {

  private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> pieces = new ArrayList<>();

  /// The number of buffers that the current batch uses.
  private int used;

  /// Creates an object without buffers.
  public BatchMemory() {
    // Buffers are allocated for the first batch.
  }

  /// Starts a batch: all buffers may be reused.
  public void begin() {
    used = 0;
  }

  /// Returns the next buffer.
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
