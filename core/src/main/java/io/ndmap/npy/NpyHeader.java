package io.ndmap.npy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;

/// The header of a `.npy` file, which describes the bytes after it.
///
/// @param version the version of the format
/// @param dtype the dtype of the elements
/// @param order the memory order: [Order#F] if and only if the header contains `'fortran_order':
///   True`
/// @param shape the lengths of the axes; as in NumPy, there may be up to 2⁶³-1 elements of itemsize
///   0 (`|V0`), which cost neither time nor memory until they are visited
/// @param dataOffset the offset of the first element, in bytes from the beginning of the header
public record NpyHeader(
    NpyVersion version, DType dtype, Order order, Shape shape, long dataOffset) {

  /// The size of the data.
  ///
  /// @return the size in bytes
  public long dataBytes() {
    return shape.byteSize(dtype.itemsize());
  }
}
