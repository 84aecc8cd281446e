package io.ndmap.dtype;

import java.nio.ByteOrder;

/// Uninterpreted bytes, `|V5`: all of them belong to the value.
///
/// @param itemsize the length in bytes, at least 0
public record VoidType(int itemsize) implements DType {

  /// Creates the type.
  ///
  /// @throws DTypeException if `itemsize < 0`
  public VoidType {
    if (itemsize < 0) {
      throw new DTypeException("the itemsize of void must not be negative, found " + itemsize);
    }
  }

  @Override
  public VoidType withByteOrder(ByteOrder newOrder) {
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
