package io.ndmap.serve.zarr;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;

/// An array as Zarr sees it: the type of its elements and its division into chunks.
///
/// A chunk is contiguous in the file: full slices along the slow axes, or a range of one axis. It
/// has at most 4 MiB. If the array is a field of structures, a chunk also spans at most 64 MiB of
/// the file. So a request for one small field of a large structure does not read gigabytes.
///
/// Along all axes but one, a chunk either covers the whole axis or has length 1. So a chunk at the
/// end of the remaining axis is the beginning of a full chunk in the order of the array, followed
/// by zeros.
///
/// @param type the Zarr data type of the elements
/// @param dtype the dtype of the elements in the file
/// @param shape the shape of the array
/// @param order the order of elements within a chunk
/// @param chunks the division into chunks
record VirtualArray(ItemType type, DType dtype, Shape shape, Order order, Chunks chunks) {

  /// Returns an array whose elements are those of a file, or a field of them.
  ///
  /// @param dtype the dtype of the elements
  /// @param shape the shape of the array
  /// @param order the order of the file
  /// @param stride the itemsize of the file's elements, which is larger than that of a field
  /// @param limits the limits of a chunk
  /// @param name the name of the array in messages
  /// @throws io.ndmap.serve.answer.Problem with 404 if Zarr has no type for the elements
  static VirtualArray of(
      DType dtype, Shape shape, Order order, long stride, Limits limits, String name) {
    ItemType type = ItemType.of(dtype, limits, name);
    long items =
        Math.min(limits.chunkBytes() / dtype.itemsize(), Math.max(1, limits.fileBytes() / stride));
    // With one axis, C and Fortran order are the same.
    Order cut = shape.rank() < 2 ? Order.C : order;
    return new VirtualArray(type, dtype, shape, cut, Partition.chunksOf(shape, cut, 1, items));
  }

  /// The number of bytes of each chunk, also of the padded ones at the ends of axes.
  long chunkBytes() {
    return chunks.chunkShape().byteSize(dtype.itemsize());
  }
}
