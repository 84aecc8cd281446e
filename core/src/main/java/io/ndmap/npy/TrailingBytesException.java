package io.ndmap.npy;

import java.io.Serial;

/// Thrown if bytes follow the data of an array and no option states what to do with them, or if
/// they are to be recovered as rows, but rows have no bytes; the file has not changed. The message
/// states how many rows these bytes would be, if rows have bytes.
public final class TrailingBytesException extends GrowException {

  @Serial private static final long serialVersionUID = 1L;

  /// The number of bytes that follow the data.
  private final long bytes;

  /// The number of whole rows that the trailing bytes would be.
  private final long rows;

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param bytes the number of bytes that follow the data
  /// @param rows the number of whole rows that these bytes would be
  /// @param rest the number of bytes that follow these rows
  public TrailingBytesException(String file, long bytes, long rows, long rest) {
    super(
        file,
        ("%s bytes follow its data, which its header does not count: %s whole rows and %s bytes;"
                + " take the rows (--recover, TrailingBytes.RECOVER) or cut all of them off"
                + " (--truncate, TrailingBytes.TRUNCATE)")
            .formatted(bytes, rows, rest));
    this.bytes = bytes;
    this.rows = rows;
  }

  /// Creates the exception for an array whose rows have no bytes: nothing can be recovered.
  ///
  /// @param file the file
  /// @param bytes the number of bytes that follow the data
  public TrailingBytesException(String file, long bytes) {
    super(
        file,
        ("%s bytes follow its data, and its rows have no bytes: they can only be cut off"
                + " (--truncate, TrailingBytes.TRUNCATE)")
            .formatted(bytes));
    this.bytes = bytes;
    this.rows = 0;
  }

  /// The number of bytes that follow the data.
  ///
  /// @return the number of bytes
  public long bytes() {
    return bytes;
  }

  /// The number of whole rows that the trailing bytes would be.
  ///
  /// @return the number of rows; 0 if rows have no bytes
  public long rows() {
    return rows;
  }
}
