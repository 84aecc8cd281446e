package io.ndmap.npy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;

/// The header of a `.npy` file: how to read the bytes behind it.
///
/// @param version the version of the format
/// @param dtype what an item is
/// @param order the memory order: [Order#F] if and only if the header says `'fortran_order': True`
/// @param shape the lengths of the axes; of items without bytes (`|V0`) there may be up to 2⁶³-1,
///   as in NumPy, which cost neither time nor memory until they are visited
/// @param dataOffset where the first item begins, in bytes from the beginning of the header
public record NpyHeader(
    NpyVersion version, DType dtype, Order order, Shape shape, long dataOffset) {

  /// The size of the data.
  ///
  /// @return bytes
  public long dataBytes() {
    return shape.byteSize(dtype.itemsize());
  }
}
