package io.ndmap.grow;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.posix.BadAddressException;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Writes rows after the data of a file with `pwrite(2)`: a full disk is then an error of the call,
/// not a fault in mapped memory.
final class RowWriter implements AutoCloseable {

  /// The size of a block in bytes: large enough for a transposing copy to read whole cache lines
  /// from each row of its source.
  private static final int BLOCK = 1 << 24;

  private final OpenFile file;
  private final DType dtype;
  private final Arena arena;
  private final long bufferBytes;

  /// The buffer for blocks that must be copied; null before the first of them.
  private @Nullable MemorySegment memory;

  /// The file offset of the next block.
  private long at;

  private RowWriter(OpenFile file, DType dtype, Arena arena, long bufferBytes, long at) {
    this.file = file;
    this.dtype = dtype;
    this.arena = arena;
    this.bufferBytes = bufferBytes;
    this.at = at;
  }

  /// Writes all elements.
  ///
  /// @param rows the rows; their dtype may differ in byte order
  /// @param dtype the dtype of the file
  /// @param order the memory order of the file
  /// @param at the file offset at which the rows begin
  static void write(NdView<?> rows, DType dtype, Order order, OpenFile file, long at)
      throws IOException {
    if (rows.itemCount() == 0 || dtype.itemsize() == 0) {
      return;
    }
    long items = Math.clamp(BLOCK / dtype.itemsize(), 1, rows.itemCount());
    // The arena is shared if several threads copy.
    Arena arena = rows.execution().parallelism() == 1 ? Arena.ofConfined() : Arena.ofShared();
    try (RowWriter writer = new RowWriter(file, dtype, arena, items * dtype.itemsize(), at)) {
      NdView<?> inOrder = order == Order.C ? rows : rows.transpose();
      inOrder.forEachBlock(items, writer::block);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void block(NdView<?> block) {
    try {
      long bytes = block.itemCount() * dtype.itemsize();
      if (isWritable(block)) {
        writeInPlace(block, bytes);
      } else {
        MemorySegment copied = copyMemory().asSlice(0, bytes);
        block.copyTo(
            NdView.of(copied, dtype, block.shape(), Order.C, Backing.MEMORY), Casting.EQUIV);
        file.write(copied, at);
      }
      at += bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether a block can be passed to the system call without a copy.
  private boolean isWritable(NdView<?> block) {
    return block.segment().isNative()
        && block.dtype().equals(dtype)
        && block.strided().isContiguous(Order.C, dtype.itemsize());
  }

  private void writeInPlace(NdView<?> block, long bytes) throws IOException {
    Backing backing = block.backing();
    if (Thread.currentThread().isInterrupted()) {
      throw new OperationInterruptedException(backing.name());
    }
    backing.pin();
    try {
      file.write(block.segment().asSlice(block.strided().firstByte(), bytes), at);
    } catch (BadAddressException e) {
      throw new MappingFaultException(backing.name(), e);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    } finally {
      backing.unpin();
    }
    LongConsumer progress = block.execution().progress();
    if (progress != null) {
      progress.accept(block.itemCount());
    }
  }

  private MemorySegment copyMemory() {
    if (memory == null) {
      memory = arena.allocate(bufferBytes);
    }
    return Objects.requireNonNull(memory);
  }

  @Override
  public void close() {
    arena.close();
  }
}
