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

/// An array that is converted block by block on its way into a stream.
final class StreamTarget implements BlockConsumer, AutoCloseable {

  /// The most bytes of a block, before and after, unless one item has more.
  private static final long BLOCK = 1 << 22;

  private final NpyWriter writer;
  private final DType dtype;
  private final Order order;
  private final Casting casting;
  private NdView<?> room;

  StreamTarget(OutputStream out, DType dtype, Shape shape, Order order, Casting casting)
      throws IOException {
    this.writer = NpyWriter.begin(out, dtype, shape, WriteOptions.DEFAULT.withOrder(order));
    this.dtype = dtype;
    this.order = order;
    this.casting = casting;
    this.room = NdView.zeros(dtype, 0);
  }

  /// The most bytes of a block before it is converted.
  ///
  /// @param from the items as they come
  /// @param into the items as they become
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
    if (!room.shape().equals(block.shape())) {
      room = NdView.zeros(dtype, block.shape(), order);
    }
    block.copyTo(room, casting);
    writer.append(room);
  }

  /// Takes all items of a view.
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
