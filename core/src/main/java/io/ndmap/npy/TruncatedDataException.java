package io.ndmap.npy;

import java.io.Serial;

/// The header or the data are truncated.
public final class TruncatedDataException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// The size according to the header.
  private final long expected;

  /// The actual size.
  private final long found;

  /// Creates the exception.
  ///
  /// @param source the name of the bytes
  /// @param byteOffset the offset of the incomplete part
  /// @param part the incomplete part, such as `the data`
  /// @param expected how many bytes it should have
  /// @param found how many it has
  public TruncatedDataException(
      String source, long byteOffset, String part, long expected, long found) {
    super(
        source, byteOffset, part + " ends early: expected " + expected + " bytes, found " + found);
    this.expected = expected;
    this.found = found;
  }

  /// The size that the incomplete part should have.
  ///
  /// @return bytes
  public long expected() {
    return expected;
  }

  /// The actual size of the part.
  ///
  /// @return bytes
  public long found() {
    return found;
  }
}
