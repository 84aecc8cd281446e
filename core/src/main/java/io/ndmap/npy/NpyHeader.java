package io.ndmap.npy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;

/// What the header of a `.npy` file says: how the bytes behind it are to be read.
///
/// @param version the version of the format
/// @param dtype what an item is
/// @param order how the items stand: [Order#F] if and only if the header says `'fortran_order':
///   True`
/// @param shape the lengths of the axes; of items without bytes (`|V0`) there may be up to 2⁶³-1,
///   as in NumPy, and nothing in this project takes time or memory for each of them unless it is
///   asked to visit them
/// @param dataOffset where the first item begins, in bytes from the begin of the header
public record NpyHeader(
    NpyVersion version, DType dtype, Order order, Shape shape, long dataOffset) {

  /// The size of the data.
  ///
  /// @return bytes
  public long dataBytes() {
    return shape.byteSize(dtype.itemsize());
  }
}
