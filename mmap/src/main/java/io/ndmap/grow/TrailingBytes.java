package io.ndmap.grow;

import io.ndmap.npy.TrailingBytesException;

/// The treatment of bytes that follow the data of an array and are not counted by its header.
///
/// If an appender or a recorder is killed before it writes the header, the rows that it has written
/// follow the data. These rows cannot be distinguished from other bytes, so the caller decides.
public enum TrailingBytes {
  /// The bytes stay, and the appender or the repair throws a [TrailingBytesException].
  REFUSE,
  /// The complete rows among them are added to the header's length. An incomplete row is cut off by
  /// a repair, or when rows are appended.
  RECOVER,
  /// The bytes are cut off by a repair, or when rows are appended. If only ndmap's appenders write
  /// the file, this never loses a row whose append has returned.
  TRUNCATE
}
