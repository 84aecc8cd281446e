package io.ndmap.serve.zarr;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;

/// An array as Zarr sees it: what its elements are, and how it is cut into chunks.
///
/// A chunk is contiguous in the file: whole positions of the slow axes, or an even share of one
/// axis. Of the fields of a structure it has as many elements as have 4 MiB, and their structures
/// 64 MiB in the file, so that one small field of a large structure does not make a request read
/// gigabytes.
///
/// Along all axes but one a chunk is either whole or has length 1. So a chunk at the end of that
/// axis is the beginning of a full one, in the order of the array, and zeros fill up the rest.
///
/// @param type what Zarr calls the elements
/// @param dtype what they are in the file
/// @param shape the lengths of the axes
/// @param order which axis varies fastest within a chunk
/// @param chunks the chunks
record VirtualArray(ItemType type, DType dtype, Shape shape, Order order, Chunks chunks) {

  /// An array of which each element is a field of a larger one, or the whole of it.
  ///
  /// @param dtype what its elements are
  /// @param shape the lengths of the axes
  /// @param order the order of the file
  /// @param stride the bytes in the file that an element is a part of
  /// @param limits of a chunk
  /// @param name what problems call it
  /// @throws io.ndmap.serve.answer.Problem with 404 if Zarr has no type for the elements
  static VirtualArray of(
      DType dtype, Shape shape, Order order, long stride, Limits limits, String name) {
    ItemType type = ItemType.of(dtype, limits, name);
    long items =
        Math.min(limits.chunkBytes() / dtype.itemsize(), Math.max(1, limits.fileBytes() / stride));
    // One axis has one order.
    Order cut = shape.rank() < 2 ? Order.C : order;
    return new VirtualArray(type, dtype, shape, cut, Partition.chunksOf(shape, cut, 1, items));
  }

  /// The bytes of each chunk, those at the ends of axes among them.
  long chunkBytes() {
    return chunks.chunkShape().byteSize(dtype.itemsize());
  }
}
