package io.ndmap.grow;

import io.ndmap.layout.Shape;

/// What an appender finds in a file, from [NpyGrowth#inspect] and [NpyGrowth#repair].
///
/// @param shape that the header has
/// @param axis along which it can grow: the first in C order, the last in Fortran order
/// @param rowBytes how many bytes a row has
/// @param trailingBytes how many bytes follow the data: rows of a recorder or an appender that died
///   before the header counted them, or something else
/// @param missingBytes how many bytes the file is shorter than its header says: the system crashed
///   after an append that was not durable, or something truncated the file. Nothing opens it then;
///   a repair gives the header as many rows as are there
/// @param arrayBehind whether what follows the data begins as another array, as `numpy.save` writes
///   several into one file; an appender refuses such a file, whatever its options are
/// @param hasRoom whether the header has room for any number of rows
/// @param roomInterrupted whether a process died while it made room, or makes it just now: the
///   array is whole, and ndmap opens it; other programs can read it once it is repaired or appended
///   to
public record GrowthState(
    Shape shape,
    int axis,
    long rowBytes,
    long trailingBytes,
    long missingBytes,
    boolean arrayBehind,
    boolean hasRoom,
    boolean roomInterrupted) {

  /// How many whole rows the bytes behind the data would make.
  ///
  /// @return rows; 0 if a row has no bytes
  public long trailingRows() {
    return rowBytes == 0 ? 0 : trailingBytes / rowBytes;
  }

  /// How many bytes would remain behind these rows.
  ///
  /// @return bytes of a part of a row
  public long trailingRest() {
    return trailingBytes - trailingRows() * rowBytes;
  }

  /// Whether there is something to repair.
  ///
  /// @return false if file and header agree
  public boolean isClean() {
    return trailingBytes == 0 && missingBytes == 0 && !roomInterrupted;
  }
}
