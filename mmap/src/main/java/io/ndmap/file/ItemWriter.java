package io.ndmap.file;

import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;

/// Writes the items of a view, block by block; into a file by `write(2)`: a full disk is then an
/// error of the call and not a fault in mapped memory, no page is read before it is overwritten,
/// and the blocks need no reserving.
public final class ItemWriter {

  /// Bytes of a block: enough that a transposing copy reads whole cache lines of each row of its
  /// source.
  private static final int BLOCK = 1 << 24;

  private final MemorySegment memory;
  private final Target target;

  private ItemWriter(MemorySegment memory, Target target) {
    this.memory = memory;
    this.target = target;
  }

  /// Takes the bytes.
  public interface Target {
    /// Takes what remains of a buffer outside the heap, which is reused afterwards.
    void write(ByteBuffer bytes) throws IOException;
  }

  /// Writes all items into a file.
  ///
  /// @param order which axis varies fastest in the file
  /// @param offset where the first byte goes
  /// @throws ClosedByInterruptException if the thread is interrupted
  /// @throws IOException if not all could be written
  public static void write(NdView<?> source, Order order, FileChannel channel, long offset)
      throws IOException {
    long[] at = {offset};
    try {
      write(
          source,
          order,
          bytes -> {
            int count = bytes.remaining();
            Channels.write(channel, bytes, at[0]);
            at[0] += count;
          });
    } catch (ClosedByInterruptException e) {
      channel.close();
      throw e;
    }
  }

  /// Writes all items.
  ///
  /// @param order in which order they are written
  /// @throws ClosedByInterruptException if the thread is interrupted
  /// @throws IOException if the target throws it
  public static void write(NdView<?> source, Order order, Target target) throws IOException {
    int itemsize = source.dtype().itemsize();
    if (source.itemCount() == 0 || itemsize == 0) {
      return;
    }
    long items = Math.clamp(BLOCK / itemsize, 1, source.itemCount());
    // Shared for copies on several threads.
    try (Arena arena =
        source.execution().parallelism() == 1 ? Arena.ofConfined() : Arena.ofShared()) {
      ItemWriter writer = new ItemWriter(arena.allocate(items * itemsize), target);
      NdView<?> inOrder = order == Order.C ? source : source.transpose();
      inOrder.forEachBlock(items, writer::block);
    } catch (OperationInterruptedException e) {
      ClosedByInterruptException closed = new ClosedByInterruptException();
      closed.initCause(e);
      throw closed;
    } catch (Failure e) {
      throw e.cause;
    }
  }

  /// Carries an error through a consumer.
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final IOException cause;

    Failure(IOException cause) {
      super(cause);
      this.cause = cause;
    }
  }

  private void block(NdView<?> block) {
    NdView<?> copy = NdView.of(memory, block.dtype(), block.shape(), Order.C, Backing.MEMORY);
    block.copyTo(copy);
    long bytes = block.itemCount() * block.dtype().itemsize();
    try {
      target.write(memory.asSlice(0, bytes).asByteBuffer());
    } catch (IOException e) {
      throw new Failure(e);
    }
  }
}
