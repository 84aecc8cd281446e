package io.ndmap.dtype;

import org.jspecify.annotations.Nullable;

/// One member of a structure.
///
/// @param name its name, unique among the names and titles of the structure; may be empty
/// @param title NumPy's title, a second name of the field, or `null` if there is no title or it is
///   not a string
/// @param otherTitle a title that is not a string, such as `1` or `(2.5, b'x')`, as Python writes
///   it, or `null` if there is none; such a title is kept for the header, but does not identify the
///   field and need not be unique
/// @param dtype the type of its value
/// @param offset where the field begins in the element, in bytes
public record Field(
    String name, @Nullable String title, @Nullable String otherTitle, DType dtype, int offset) {

  /// Creates the field.
  ///
  /// @throws DTypeException if `offset < 0`, or if both titles are given
  public Field {
    if (title != null && otherTitle != null) {
      throw new DTypeException("field '" + name + "' cannot have two titles");
    }
    if (offset < 0) {
      throw new DTypeException(
          "the offset of field '" + name + "' must not be negative, found " + offset);
    }
  }

  /// Creates a field with a title that is a string, or without a title.
  ///
  /// @param name its name
  /// @param title its title, or `null`
  /// @param dtype the type of its value
  /// @param offset where the field begins in the element, in bytes
  /// @throws DTypeException if `offset < 0`
  public Field(String name, @Nullable String title, DType dtype, int offset) {
    this(name, title, null, dtype, offset);
  }

  /// A field without title at offset 0; [DType#struct(Field...)] and [StructType#packed] set the
  /// offset.
  ///
  /// @param name its name
  /// @param dtype the type of its value
  /// @return the field
  public static Field of(String name, DType dtype) {
    return new Field(name, null, dtype, 0);
  }

  /// The same field at another offset.
  ///
  /// @param newOffset bytes from the beginning of the element
  /// @return the moved field
  /// @throws DTypeException if `newOffset < 0`
  public Field at(int newOffset) {
    return new Field(name, title, otherTitle, dtype, newOffset);
  }

  /// The same field with another dtype.
  ///
  /// @param newDType the type of its value
  /// @return the changed field
  Field holding(DType newDType) {
    return new Field(name, title, otherTitle, newDType, offset);
  }
}
