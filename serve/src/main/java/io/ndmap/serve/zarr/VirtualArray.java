package io.ndmap.serve.zarr;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;

/// An array as Zarr sees it: the type of its elements and its division into chunks.
///
/// The elements of a chunk are consecutive elements of the file. A chunk has at most 4 MiB. If the
/// array is a field of structures, a chunk also spans at most 64 MiB of the file. So a request for
/// one small field of a large structure does not read gigabytes.
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

  /// Returns the array of a file's elements, or of a field of these elements.
  ///
  /// @param dtype the dtype of the elements
  /// @param shape the shape of the array
  /// @param order the order of the file
  /// @param stride the number of bytes from one element of the file to the next; for a field, this
  ///   is the itemsize of the whole structure
  /// @param limits the limits of a chunk
  /// @param name the name of the array in messages
  /// @throws io.ndmap.serve.answer.Problem with 404 if Zarr has no type for the elements, or an
  ///   element is too large for a chunk
  static VirtualArray of(
      DType dtype, Shape shape, Order order, long stride, Limits limits, String name) {
    ItemType type = ItemType.of(dtype, limits, name);
    long items =
        Math.min(limits.chunkBytes() / dtype.itemsize(), Math.max(1, limits.fileBytes() / stride));
    // With one axis, C and Fortran order are the same.
    Order cut = shape.rank() < 2 ? Order.C : order;
    return new VirtualArray(type, dtype, shape, cut, Partition.chunksOf(shape, cut, 1, items));
  }

  /// The number of bytes of each chunk, including the padding of chunks at the ends of axes.
  long chunkBytes() {
    return chunks.chunkShape().byteSize(dtype.itemsize());
  }
}
