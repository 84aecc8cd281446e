package io.ndmap.grow;

import io.ndmap.npy.TrailingBytesException;

/// The treatment of bytes that follow the data of an array and that its header does not count.
///
/// A killed recorder, or an appender that was killed before it wrote the header, leaves rows there.
/// Nothing in the file tells them from other bytes, so the caller decides.
public enum TrailingBytes {
  /// Such a file is refused with a [TrailingBytesException], and not changed.
  REFUSE,
  /// The whole rows among them are counted by the header. A part of a row behind them is cut off
  /// when something is appended.
  RECOVER,
  /// They are cut off when something is appended. A file that only appenders of this library write
  /// loses no row by it whose append had returned.
  TRUNCATE
}
