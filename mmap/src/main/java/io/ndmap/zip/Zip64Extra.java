package io.ndmap.zip;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.Function;

/// The sizes and the offset of a member. If 32 bits do not suffice for a value, it is read from the
/// zip64 extra field.
///
/// @param size the number of uncompressed bytes
/// @param compressedSize the number of bytes in the archive
/// @param offset the offset of the local header
record Zip64Extra(long size, long compressedSize, long offset) {

  // The bytes of an extra field before its content: the field's ID and size.
  private static final int HEAD = 4;

  /// Reads extra fields as Python's `zipfile` does.
  ///
  /// @param extra the fields
  /// @param narrow the values of the 32-bit fields
  /// @param error creates the exception from its message
  /// @return the values, with 64 bits where a 32-bit field refers to the zip64 field
  static <E extends RuntimeException> Zip64Extra read(
      ByteBuffer extra, Zip64Extra narrow, Function<String, E> error) {
    Zip64Extra found = narrow;
    while (extra.remaining() >= HEAD) {
      int id = ZipFormat.unsigned(extra.getShort());
      int size = ZipFormat.unsigned(extra.getShort());
      if (size > extra.remaining()) {
        throw error.apply(
            String.format(
                Locale.ROOT,
                "the extra field %04x of a member ends early: expected %d bytes, found %d",
                id,
                size,
                extra.remaining()));
      }
      int end = extra.position() + size;
      if (id == ZipFormat.ZIP64_EXTRA) {
        int limit = extra.limit();
        extra.limit(end);
        found = found.widened(extra, error);
        extra.limit(limit);
      }
      extra.position(end);
    }
    return found;
  }

  /// Replaces each value that refers to the zip64 field by the next value in this field.
  private <E extends RuntimeException> Zip64Extra widened(
      ByteBuffer field, Function<String, E> error) {
    return new Zip64Extra(
        size == ZipFormat.SEE_ZIP64 || size == -1 ? next(field, "size", error) : size,
        compressedSize == ZipFormat.SEE_ZIP64
            ? next(field, "compressed size", error)
            : compressedSize,
        offset == ZipFormat.SEE_ZIP64 ? next(field, "offset", error) : offset);
  }

  private static <E extends RuntimeException> long next(
      ByteBuffer field, String what, Function<String, E> error) {
    if (field.remaining() < Long.BYTES) {
      throw error.apply("the zip64 field of a member has no " + what);
    }
    return field.getLong();
  }
}
