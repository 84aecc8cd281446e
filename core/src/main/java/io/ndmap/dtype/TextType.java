package io.ndmap.dtype;

import java.nio.ByteOrder;

/// Text of a fixed length in UTF-32, `<U5`: shorter values are padded with NULs.
///
/// @param length the length in code points, at least 0
/// @param order the order of the four bytes of each code point
public record TextType(int length, ByteOrder order) implements DType {

  /// The size of one code point in bytes.
  public static final int UNIT = 4;

  /// Creates the type.
  ///
  /// @throws DTypeException if `length < 0` or if the itemsize exceeds 2³¹-1 bytes
  public TextType {
    if (length < 0 || length > Integer.MAX_VALUE / UNIT) {
      throw new DTypeException(
          "the length of text must be from 0 to "
              + Integer.MAX_VALUE / UNIT
              + " code points, found "
              + length);
    }
  }

  @Override
  public int itemsize() {
    return length * UNIT;
  }

  @Override
  public TextType withByteOrder(ByteOrder newOrder) {
    return new TextType(length, newOrder);
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
