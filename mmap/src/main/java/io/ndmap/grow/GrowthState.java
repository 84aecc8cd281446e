package io.ndmap.grow;

import io.ndmap.layout.Shape;

/// What an appender finds in a file, from [NpyGrowth#inspect] and [NpyGrowth#repair].
///
/// @param shape that the header has
/// @param axis along which it can grow: the first in C order, the last in Fortran order
/// @param trailingBytes how many bytes follow the data: rows of an appender that died before the
///   header counted them, or something else
/// @param missingBytes how many bytes the file is shorter than its header says: the system crashed
///   after an append that was not durable, or something truncated the file. Nothing opens it then;
///   a repair gives the header as many rows as are there
/// @param arrayBehind whether what follows the data begins as another array, as `numpy.save` writes
///   several into one file; an appender refuses to cut that
/// @param hasRoom whether the header has room for any number of rows
/// @param roomInterrupted whether a process died while it made room, or makes it just now: the
///   array is whole, and ndmap opens it; other programs can read it once it is repaired or appended
///   to
public record GrowthState(
    Shape shape,
    int axis,
    long trailingBytes,
    long missingBytes,
    boolean arrayBehind,
    boolean hasRoom,
    boolean roomInterrupted) {

  /// Whether there is something to repair.
  ///
  /// @return false if file and header agree
  public boolean isClean() {
    return trailingBytes == 0 && missingBytes == 0 && !roomInterrupted;
  }
}
