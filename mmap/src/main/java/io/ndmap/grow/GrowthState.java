package io.ndmap.grow;

import io.ndmap.layout.Shape;

/// The state of a file as found by [NpyGrowth#inspect] and [NpyGrowth#repair].
///
/// @param shape the shape in the header
/// @param axis the axis along which the array can grow: the first in C order, the last in Fortran
///   order
/// @param rowBytes the number of bytes of a row
/// @param trailingBytes the number of bytes after the data: rows of a recorder or an appender that
///   died before the header counted them, or something else
/// @param missingBytes the number of bytes by which the file is shorter than its header says: the
///   system crashed after an append that was not durable, or the file was truncated. Such a file
///   cannot be opened; a repair sets the header's length to the rows that are complete
/// @param hasFollowingArray whether another array (the magic of a `.npy` file) begins after the
///   data, as if several arrays were written into one file by `numpy.save`; an appender refuses
///   such a file, regardless of its options
/// @param isPaddingSufficient whether the header's padding suffices for any number of rows
/// @param isPaddingInterrupted whether a process died while it extended the header's padding, or is
///   extending it now: the array is complete, and ndmap opens it; other programs can read the file
///   once it is repaired or opened for appending
public record GrowthState(
    Shape shape,
    int axis,
    long rowBytes,
    long trailingBytes,
    long missingBytes,
    boolean hasFollowingArray,
    boolean isPaddingSufficient,
    boolean isPaddingInterrupted) {

  /// Returns the number of complete rows in the trailing bytes.
  ///
  /// @return the rows; 0 if a row has no bytes
  public long trailingRows() {
    return rowBytes == 0 ? 0 : trailingBytes / rowBytes;
  }

  /// Returns the number of bytes after the complete rows in the trailing bytes.
  ///
  /// @return the bytes of an incomplete row; all trailing bytes if a row has no bytes
  public long trailingRest() {
    return trailingBytes - trailingRows() * rowBytes;
  }

  /// Returns whether the file needs no repair.
  ///
  /// @return true if header and file agree, and no extension of the padding is pending
  public boolean isClean() {
    return trailingBytes == 0 && missingBytes == 0 && !isPaddingInterrupted;
  }
}
