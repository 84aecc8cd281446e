package io.ndmap.stream;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.pass.Items;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/// Writes the items of views to a stream or a channel: the data of a `.npy` array without its
/// header.
///
/// Views of any layout are copied block by block into memory outside the heap, at most 16 MiB
/// unless one item has more, and written from there. A mapped file that is truncated or closed
/// meanwhile is therefore an exception of the copy, and no bytes that were not read are written.
/// Contiguous memory of this process is written as it is. Items keep the byte order of their dtype.
///
/// For one thread at a time. Closing it frees its memory, and leaves stream or channel open.
public final class ItemWriter implements AutoCloseable {

  /// Bytes of a block: enough that a transposing copy reads whole cache lines of each row of its
  /// source.
  private static final int BLOCK = 1 << 24;

  private final ByteSink sink;
  private final @Nullable Channel channel;
  private @Nullable Arena arena;
  private MemorySegment memory = MemorySegment.NULL;

  private ItemWriter(ByteSink sink, @Nullable Channel channel) {
    this.sink = sink;
    this.channel = channel;
  }

  /// A writer to a stream.
  ///
  /// @param out the stream; it is not flushed
  /// @return the writer
  public static ItemWriter to(OutputStream out) {
    return new ItemWriter(ByteSink.of(out), null);
  }

  /// A writer to a channel.
  ///
  /// @param out the channel, of a file at the position of the first item
  /// @return the writer
  /// @throws IllegalBlockingModeException if the channel is in non-blocking mode
  public static ItemWriter to(WritableByteChannel out) {
    return new ItemWriter(ByteSink.of(out), out);
  }

  /// Writes all items of a view. Copies run as the execution of the view says.
  ///
  /// @param items the items, of any layout
  /// @param order which axis varies fastest in what is written
  /// @throws ClosedByInterruptException if the thread is interrupted while it writes to a channel,
  ///   which is closed then
  /// @throws IOException if not all could be written
  /// @throws OperationInterruptedException if the thread is interrupted while it writes to a stream
  /// @throws MappingFaultException if the memory of the view cannot be accessed
  /// @throws FileClosedException if the file that the view belongs to is closed
  public void write(NdView<?> items, Order order) throws IOException {
    write(items, items.dtype(), order);
  }

  /// Writes all items of a view in another byte order and padding, see [#write(NdView, Order)].
  ///
  /// @param items the items, of any layout
  /// @param dtype that of the view, in any byte order and with any padding
  /// @param order which axis varies fastest in what is written
  /// @throws IOException as [#write(NdView, Order)]
  public void write(NdView<?> items, DType dtype, Order order) throws IOException {
    int itemsize = dtype.itemsize();
    if (itemsize == 0) {
      return;
    }
    Chunks blocks = Partition.chunksOf(items.shape(), order, itemsize, BLOCK);
    boolean asIs = isWrittenAsIs(items, dtype, order);
    try {
      for (long k = 0; k < blocks.count(); k++) {
        NdView<?> block = items.slice(blocks.box(k));
        sink.write(asIs ? bytes(block) : copy(block, dtype, order));
      }
    } catch (OperationInterruptedException e) {
      throw interrupted(e);
    }
  }

  /// Writes bytes, such as a header.
  void write(byte[] bytes) throws IOException {
    sink.write(MemorySegment.ofArray(bytes));
  }

  /// Whether the bytes are there already, in memory that cannot fail and that the sink takes, and
  /// nobody is to be told of a copy.
  private boolean isWrittenAsIs(NdView<?> items, DType dtype, Order order) {
    return items.dtype().equals(dtype)
        && items.isContiguous(order)
        && !items.backing().mayFault()
        && (channel == null || items.segment().isNative())
        && items.execution().progress() == null;
  }

  private static MemorySegment bytes(NdView<?> block) {
    return block.segment().asSlice(block.strided().offset(), size(block, block.dtype()));
  }

  private MemorySegment copy(NdView<?> block, DType dtype, Order order) {
    long size = size(block, dtype);
    if (memory.byteSize() < size) {
      close();
      // Shared for copies on several threads.
      arena = Arena.ofShared();
      memory = Items.allocate(arena, size, dtype, block.shape());
    }
    MemorySegment room = memory.asSlice(0, size);
    block.copyTo(NdView.of(room, dtype, block.shape(), order));
    return room;
  }

  private static long size(NdView<?> view, DType dtype) {
    return view.shape().byteSize(dtype.itemsize());
  }

  private IOException interrupted(OperationInterruptedException e) throws IOException {
    if (channel == null) {
      throw e;
    }
    channel.close();
    ClosedByInterruptException closed = new ClosedByInterruptException();
    closed.initCause(e);
    return closed;
  }

  /// Frees the memory of the blocks. Closing again does nothing.
  @Override
  public void close() {
    if (arena != null) {
      arena.close();
      arena = null;
      memory = MemorySegment.NULL;
    }
  }
}
