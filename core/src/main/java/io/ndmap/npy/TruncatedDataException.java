package io.ndmap.npy;

import java.io.Serial;

/// The header or the data are truncated.
public final class TruncatedDataException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Bytes that the header promises.
  private final long expected;

  /// Bytes that are there.
  private final long found;

  /// Creates the exception.
  ///
  /// @param source where the bytes come from
  /// @param byteOffset where the part begins that is incomplete
  /// @param part what is incomplete, such as `the data`
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

  /// The size that it has.
  ///
  /// @return bytes
  public long found() {
    return found;
  }
}
