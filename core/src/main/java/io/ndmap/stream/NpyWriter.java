package io.ndmap.stream;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.WritableByteChannel;

/// Writes arrays to a stream or a channel, in bounded memory. The bytes are those of `numpy.save`
/// for the same array in the given memory order.
///
/// The `write` methods write a view. A `begin` method returns a writer that receives the elements
/// of an array block by block, for arrays that do not fit into memory:
///
/// {@snippet :
/// try (NpyWriter writer = NpyWriter.begin(out, DType.FLOAT64, Shape.of(rows, 3), WriteOptions.DEFAULT)) {
///   writer.append(block); // as often as there are blocks
/// }
/// }
///
/// Not thread-safe. Streams and channels stay open, and streams are not flushed: several arrays can
/// be written one after the other.
public final class NpyWriter implements AutoCloseable {

  private final ItemWriter items;
  private final DType dtype;
  private final Shape shape;
  private final Order order;
  private long left;

  private NpyWriter(ItemWriter items, DType dtype, Shape shape, WriteOptions options)
      throws IOException {
    this.items = items;
    this.dtype = dtype;
    this.shape = shape;
    this.order = NpyHeaderCodec.savedOrder(options.order(), shape);
    this.left = shape.itemCount();
    items.write(options.header(dtype, shape));
  }

  /// Writes an array to a stream, in C order.
  ///
  /// @param out the stream
  /// @param array the array, of any layout
  /// @throws IOException as [#write(OutputStream, NdView, WriteOptions)]
  /// @throws DTypeException as [#write(OutputStream, NdView, WriteOptions)]
  public static void write(OutputStream out, NdView<?> array) throws IOException {
    write(out, array, WriteOptions.DEFAULT);
  }

  /// Writes an array to a stream. Copies run with the view's execution options, through a buffer
  /// outside the heap of at most 16 MiB, or of the size of one larger element. After an exception
  /// some bytes may have been written.
  ///
  /// @param out the stream
  /// @param array the array, of any layout
  /// @param options order and version
  /// @throws IOException if the stream fails
  /// @throws DTypeException if the elements are Python objects, if a header of the requested
  ///   version cannot express the dtype, or if the data exceed 2⁶³-1 bytes
  /// @throws OperationInterruptedException if the thread is interrupted while it copies elements
  /// @throws MappingFaultException if the memory of the view cannot be accessed
  /// @throws FileClosedException if the file that the view belongs to is closed
  public static void write(OutputStream out, NdView<?> array, WriteOptions options)
      throws IOException {
    try (NpyWriter writer = begin(out, array.dtype(), array.shape(), options)) {
      writer.append(array);
    }
  }

  /// Writes an array to a channel, see [#write(OutputStream, NdView, WriteOptions)].
  ///
  /// @param out the channel
  /// @param array the array, of any layout
  /// @param options order and version
  /// @throws ClosedByInterruptException if the thread is interrupted while it copies elements or
  ///   writes to an interruptible channel; the channel is then closed
  /// @throws IOException if the channel fails
  /// @throws DTypeException as [#write(OutputStream, NdView, WriteOptions)]
  /// @throws MappingFaultException if the memory of the view cannot be accessed
  /// @throws FileClosedException if the file that the view belongs to is closed
  /// @throws IllegalBlockingModeException if the channel is in non-blocking mode
  public static void write(WritableByteChannel out, NdView<?> array, WriteOptions options)
      throws IOException {
    try (NpyWriter writer = begin(out, array.dtype(), array.shape(), options)) {
      writer.append(array);
    }
  }

  /// Begins an array in a stream: writes its header.
  ///
  /// @param out the stream
  /// @param dtype the dtype of the elements
  /// @param shape the lengths of the axes
  /// @param options order and version
  /// @return the writer of the elements
  /// @throws IOException if the stream fails
  /// @throws DTypeException if the elements are Python objects, if a header of the requested
  ///   version cannot express the dtype, or if the data exceed 2⁶³-1 bytes
  public static NpyWriter begin(OutputStream out, DType dtype, Shape shape, WriteOptions options)
      throws IOException {
    return new NpyWriter(ItemWriter.to(out), dtype, shape, options);
  }

  /// Begins an array in a channel, see [#begin(OutputStream, DType, Shape, WriteOptions)].
  ///
  /// @param out the channel
  /// @param dtype the dtype of the elements
  /// @param shape the lengths of the axes
  /// @param options order and version
  /// @return the writer of the elements
  /// @throws IOException if the channel fails
  /// @throws DTypeException as [#begin(OutputStream, DType, Shape, WriteOptions)]
  /// @throws IllegalBlockingModeException if the channel is in non-blocking mode
  public static NpyWriter begin(
      WritableByteChannel out, DType dtype, Shape shape, WriteOptions options) throws IOException {
    return new NpyWriter(ItemWriter.to(out), dtype, shape, options);
  }

  /// Writes the next elements, in the order of the array. A block is usually a range of the first
  /// axis in C order, and a range of the last axis in Fortran order, but may have any number of
  /// elements.
  ///
  /// @param block the elements, of any layout; the dtype may differ in byte order and padding
  /// @throws IOException if the stream or channel fails
  /// @throws DTypeException if the block has another dtype; nothing is written then
  /// @throws IllegalArgumentException if the block has more elements than are left to write;
  ///   nothing is written then
  /// @throws OperationInterruptedException as [ItemWriter#write]
  /// @throws MappingFaultException if the memory of the view cannot be accessed
  /// @throws FileClosedException if the file that the view belongs to is closed
  public void append(NdView<?> block) throws IOException {
    if (block.itemCount() > left) {
      throw new IllegalArgumentException(
          "a block of "
              + block.itemCount()
              + " elements does not fit the array of shape "
              + shape
              + ", of which "
              + left
              + " are left");
    }
    if (!DType.canonical(block.dtype()).equals(DType.canonical(dtype))) {
      throw new DTypeException(
          "a block of "
              + block.dtype()
              + " does not fit the array of "
              + dtype
              + "; convert it with astype");
    }
    items.write(block, dtype, order);
    left -= block.itemCount();
  }

  /// Ends the array, and frees the memory of the writer. Closing again does nothing.
  ///
  /// @throws IllegalStateException if elements are missing: the written array is incomplete
  @Override
  public void close() {
    items.close();
    long missing = left;
    left = 0;
    if (missing > 0) {
      throw new IllegalStateException(
          "the array of shape "
              + shape
              + " ends early: "
              + missing
              + " of its "
              + shape.itemCount()
              + " elements have not been written");
    }
  }
}
