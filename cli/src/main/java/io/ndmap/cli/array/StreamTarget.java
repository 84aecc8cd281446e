package io.ndmap.cli.array;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.stream.BlockConsumer;
import io.ndmap.stream.NpyWriter;
import io.ndmap.stream.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;

/// Writes an array to a stream, converting it block by block.
final class StreamTarget implements BlockConsumer, AutoCloseable {

  /// The maximum size of a block before and after conversion, unless one element is larger.
  private static final long BLOCK = 1 << 22;

  private final NpyWriter writer;
  private final DType dtype;
  private final Order order;
  private final Casting casting;
  private NdView<?> buffer;

  StreamTarget(OutputStream out, DType dtype, Shape shape, Order order, Casting casting)
      throws IOException {
    this.writer = NpyWriter.begin(out, dtype, shape, WriteOptions.DEFAULT.withOrder(order));
    this.dtype = dtype;
    this.order = order;
    this.casting = casting;
    this.buffer = NdView.zeros(dtype, 0);
  }

  /// Returns the maximum size of a block before it is converted.
  ///
  /// @param from the dtype of the input
  /// @param into the dtype of the output
  static long blockBytes(DType from, DType into) {
    long wider = Math.max(1, Math.max(from.itemsize(), into.itemsize()));
    return Math.max(1, BLOCK / wider * from.itemsize());
  }

  @Override
  public void accept(NdView<?> block, Box where) throws IOException {
    if (block.dtype().equals(dtype)) {
      writer.append(block);
      return;
    }
    if (!buffer.shape().equals(block.shape())) {
      buffer = NdView.zeros(dtype, block.shape(), order);
    }
    block.copyTo(buffer, casting);
    writer.append(buffer);
  }

  /// Writes all elements of a view.
  void acceptAll(NdView<?> view) throws IOException {
    DType from = view.dtype();
    if (from.equals(dtype)) {
      writer.append(view);
      return;
    }
    Chunks blocks =
        Partition.chunksOf(view.shape(), order, from.itemsize(), blockBytes(from, dtype));
    for (long k = 0; k < blocks.count(); k++) {
      Box where = blocks.box(k);
      accept(view.slice(where), where);
    }
  }

  @Override
  public void close() {
    writer.close();
  }
}
