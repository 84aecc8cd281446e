package io.ndmap.grow;

import java.io.Serial;

/// Bytes follow the data of an array, and nobody has said what is to become of them: the file is as
/// it was. The message tells how many rows they would make.
public final class TrailingBytesException extends GrowException {

  @Serial private static final long serialVersionUID = 1L;

  private final long bytes;
  private final long rows;

  TrailingBytesException(String file, GrowthState found) {
    super(
        file,
        ("%d bytes follow its data, which its header does not count: %d whole rows and %d bytes;"
                + " take the rows (--recover, TrailingBytes.RECOVER) or cut all of them off"
                + " (--truncate, TrailingBytes.TRUNCATE)")
            .formatted(found.trailingBytes(), found.trailingRows(), found.trailingRest()));
    this.bytes = found.trailingBytes();
    this.rows = found.trailingRows();
  }

  /// How many bytes follow the data.
  ///
  /// @return bytes
  public long bytes() {
    return bytes;
  }

  /// How many whole rows they would make.
  ///
  /// @return rows
  public long rows() {
    return rows;
  }
}
