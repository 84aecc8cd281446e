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

/// Writes the elements of views to a stream or a channel: the data of a `.npy` array without its
/// header.
///
/// Views of any layout are copied block by block into a buffer outside the heap, of at most 16 MiB
/// unless one element has more, and written from there. If a mapped file is truncated or closed
/// meanwhile, the copy throws before any byte of the block is written. Contiguous elements in
/// memory that is not a mapping are written directly where possible. Elements keep the byte order
/// of their dtype, unless another dtype is passed.
///
/// Not thread-safe. Closing the writer frees its buffer, but does not close the stream or channel.
public final class ItemWriter implements AutoCloseable {

  /// The size of a block in bytes, large enough that a transposing copy reads whole cache lines of
  /// each row of its source.
  private static final int BLOCK = 1 << 24;

  private final ByteSink sink;
  private final @Nullable Channel channel;
  private @Nullable Arena arena;
  private MemorySegment memory = MemorySegment.NULL;

  private ItemWriter(ByteSink sink, @Nullable Channel channel) {
    this.sink = sink;
    this.channel = channel;
  }

  /// Creates a writer to a stream.
  ///
  /// @param out the stream; it is not flushed
  /// @return the writer
  public static ItemWriter to(OutputStream out) {
    return new ItemWriter(ByteSink.of(out), null);
  }

  /// Creates a writer to a channel.
  ///
  /// @param out the channel; the channel of a file must be at the position of the first element
  /// @return the writer
  /// @throws IllegalBlockingModeException if the channel is in non-blocking mode
  public static ItemWriter to(WritableByteChannel out) {
    return new ItemWriter(ByteSink.of(out), out);
  }

  /// Writes all elements of a view. Copies run with the view's execution options.
  ///
  /// @param elements the elements, of any layout
  /// @param order which axis varies fastest in the output
  /// @throws ClosedByInterruptException if the thread is interrupted while it copies elements for a
  ///   channel or writes to an interruptible channel; the channel is then closed
  /// @throws IOException if not all elements could be written
  /// @throws OperationInterruptedException if the thread is interrupted while it copies elements
  ///   for a stream
  /// @throws MappingFaultException if the memory of the view cannot be accessed
  /// @throws FileClosedException if the file that the view belongs to is closed
  public void write(NdView<?> elements, Order order) throws IOException {
    write(elements, elements.dtype(), order);
  }

  /// Writes all elements of a view with another byte order or padding, see [#write(NdView, Order)].
  ///
  /// @param elements the elements, of any layout
  /// @param dtype the dtype of the view, in any byte order and with any padding
  /// @param order which axis varies fastest in the output
  /// @throws IOException as [#write(NdView, Order)]
  /// @throws io.ndmap.dtype.DTypeException if the dtypes differ in more than byte order and padding
  public void write(NdView<?> elements, DType dtype, Order order) throws IOException {
    int itemsize = dtype.itemsize();
    if (itemsize == 0) {
      return;
    }
    Chunks blocks = Partition.chunksOf(elements.shape(), order, itemsize, BLOCK);
    boolean asIs = isWrittenAsIs(elements, dtype, order);
    try {
      for (long k = 0; k < blocks.count(); k++) {
        NdView<?> block = elements.slice(blocks.box(k));
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

  /// Whether the bytes can be written without a copy: they are already as requested, in memory that
  /// cannot fault and that the sink accepts, and there is no progress listener.
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
      // A shared arena, because several threads may copy.
      arena = Arena.ofShared();
      memory = Items.allocate(arena, size, dtype, block.shape());
    }
    MemorySegment buffer = memory.asSlice(0, size);
    block.copyTo(NdView.of(buffer, dtype, block.shape(), order));
    return buffer;
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
