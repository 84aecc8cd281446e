package io.ndmap.npy;

import java.io.Serial;

/// Thrown if the header or the data are truncated.
public final class TruncatedDataException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// The size of the incomplete part according to the header, in bytes.
  private final long expected;

  /// The actual size of the part, in bytes.
  private final long found;

  /// Creates the exception.
  ///
  /// @param source the name of the bytes
  /// @param byteOffset the offset of the incomplete part
  /// @param part the incomplete part, such as `the data`
  /// @param expected the number of bytes that the part should have
  /// @param found the number of bytes that the part has
  public TruncatedDataException(
      String source, long byteOffset, String part, long expected, long found) {
    super(
        source, byteOffset, part + " ends early: expected " + expected + " bytes, found " + found);
    this.expected = expected;
    this.found = found;
  }

  /// The size that the incomplete part should have.
  ///
  /// @return the size in bytes
  public long expected() {
    return expected;
  }

  /// The actual size of the part.
  ///
  /// @return the size in bytes
  public long found() {
    return found;
  }
}
