package io.ndmap.mmap;

/// A range of a file that contains an array, with header and data: for instance a member of an
/// archive, or one of several arrays that were saved consecutively into one file. If the header is
/// passed separately ([SharedMapping]), the range contains only the data.
///
/// @param name the array's name in messages
/// @param offset the byte offset of the range in the file
/// @param size the number of bytes in the range; bytes after header and data are ignored
public record FileRange(String name, long offset, long size) {

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException if `offset < 0`, `size < 0` or `offset + size` exceeds 2⁶³-1
  public FileRange {
    if (offset < 0 || size < 0 || offset > Long.MAX_VALUE - size) {
      throw new IllegalArgumentException(
          name + ": there is no range of " + size + " bytes at byte " + offset);
    }
  }
}
