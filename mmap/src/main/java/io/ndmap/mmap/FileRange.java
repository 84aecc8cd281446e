package io.ndmap.mmap;

/// A part of a file that holds an array, header and data: a member of an archive, for instance, or
/// one of several arrays that were saved consecutively into one file.
///
/// @param name the array's name in messages
/// @param offset the byte offset of its header in the file
/// @param size the maximum number of bytes; those after header and data are ignored
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
