package io.ndmap.serve.zarr;

import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.read.ItemBytes;
import io.ndmap.serve.tree.OpenArray;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// The bytes of a chunk: its elements in the order of the array, followed by zeros up to the size
/// of a full chunk.
final class Chunk implements Answer.Sized {

  private static final byte[] ZEROS = new byte[1 << 16];

  private final ItemBytes items;
  private final long length;
  private final Call.Watch watch;

  private Chunk(ItemBytes items, long length, Call.Watch watch) {
    this.items = items;
    this.length = length;
    this.watch = watch;
  }

  /// The region of the array that a chunk covers.
  ///
  /// @param index the chunk's index along each axis
  /// @return empty if there is no such chunk
  static Optional<Box> box(VirtualArray array, List<Long> index) {
    Shape shape = array.shape();
    Shape chunk = array.chunks().chunkShape();
    if (index.size() != shape.rank()) {
      return Optional.empty();
    }
    long[] start = new long[shape.rank()];
    long[] end = new long[shape.rank()];
    for (int axis = 0; axis < start.length; axis++) {
      long size = shape.size(axis);
      if (index.get(axis) >= Math.ceilDiv(size, chunk.size(axis))) {
        return Optional.empty();
      }
      start[axis] = index.get(axis) * chunk.size(axis);
      end[axis] = start[axis] + Math.min(chunk.size(axis), size - start[axis]);
    }
    return Optional.of(Box.of(start, end));
  }

  /// Returns the bytes of a chunk.
  ///
  /// @param open the array to close together with the chunk
  /// @param items the elements of the array in the chunk
  /// @param array the array that the chunk is part of
  /// @param watch checked before each part of the chunk is read
  static Chunk of(OpenArray open, NdView<?> items, VirtualArray array, Call.Watch watch) {
    NdView<?> inOrder = array.order() == Order.F ? items.transpose() : items;
    return new Chunk(new ItemBytes(open, inOrder, array.dtype()), array.chunkBytes(), watch);
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void fill(ByteBuffer target, long first) {
    watch.check();
    long filled = Math.clamp(items.length() - first, 0, target.remaining());
    int end = target.limit();
    if (filled > 0) {
      target.limit(target.position() + (int) filled);
      items.fill(target, first);
      target.limit(end);
    }
    while (target.hasRemaining()) {
      target.put(ZEROS, 0, Math.min(target.remaining(), ZEROS.length));
    }
  }

  @Override
  public void close() {
    items.close();
  }
}
