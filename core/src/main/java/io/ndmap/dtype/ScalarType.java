package io.ndmap.dtype;

import java.nio.ByteOrder;

/// A number or a boolean: `|b1`, `<i4`, `>f8`, `<c16`.
///
/// @param kind the scalar type
/// @param order the byte order of a number, or of each part of a complex number; always
///   little-endian for types of one byte, which have no byte order
public record ScalarType(ScalarKind kind, ByteOrder order) implements DType {

  /// Creates the type; a byte order is ignored for types of one byte.
  public ScalarType {
    if (kind.itemsize() == 1) {
      order = ByteOrder.LITTLE_ENDIAN;
    }
  }

  static ScalarType little(ScalarKind kind) {
    return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public int itemsize() {
    return kind.itemsize();
  }

  @Override
  public ScalarType withByteOrder(ByteOrder newOrder) {
    return new ScalarType(kind, newOrder);
  }

  @Override
  public String descr() {
    return DescrWriter.literal(this);
  }

  @Override
  public boolean hasObject() {
    return false;
  }

  /// NumPy's `dtype.str`; for the types of `ml_dtypes` the name, such as `bfloat16`.
  @Override
  public String toString() {
    return DescrWriter.text(this);
  }
}
