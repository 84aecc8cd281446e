package io.ndmap.dtype;

import java.nio.ByteOrder;

/// Bytes of a fixed length, `|S5`: shorter values are padded with NULs, so trailing NULs are not
/// part of a value.
///
/// @param itemsize the length in bytes, at least 0
public record BytesType(int itemsize) implements DType {

  /// Creates the type.
  ///
  /// @throws DTypeException if `itemsize < 0`
  public BytesType {
    if (itemsize < 0) {
      throw new DTypeException("the itemsize of bytes must not be negative, found " + itemsize);
    }
  }

  @Override
  public BytesType withByteOrder(ByteOrder newOrder) {
    return this;
  }

  @Override
  public String descr() {
    return DescrWriter.literal(this);
  }

  @Override
  public boolean hasObject() {
    return false;
  }

  /// NumPy's `dtype.str`.
  @Override
  public String toString() {
    return DescrWriter.text(this);
  }
}
