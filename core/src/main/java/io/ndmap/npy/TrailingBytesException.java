package io.ndmap.npy;

import java.io.Serial;

/// Bytes follow the data of an array, and no option says how to treat them; the file has not
/// changed. The message states how many rows they would be.
public final class TrailingBytesException extends GrowException {

  @Serial private static final long serialVersionUID = 1L;

  /// How many bytes follow the data.
  private final long bytes;

  /// How many whole rows they would be.
  private final long rows;

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param bytes how many bytes follow the data
  /// @param rows how many whole rows they would be
  /// @param rest how many bytes follow these rows
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
  /// @param bytes how many bytes follow the data
  public TrailingBytesException(String file, long bytes) {
    super(
        file,
        ("%s bytes follow its data, and its rows have no bytes: they can only be cut off"
                + " (--truncate, TrailingBytes.TRUNCATE)")
            .formatted(bytes));
    this.bytes = bytes;
    this.rows = 0;
  }

  /// How many bytes follow the data.
  ///
  /// @return bytes
  public long bytes() {
    return bytes;
  }

  /// How many whole rows they would be.
  ///
  /// @return rows
  public long rows() {
    return rows;
  }
}
