package io.ndmap.mmap;

/// A part of a file that holds an array, header and data: a member of an archive, for instance, or
/// one of several arrays that were saved into one file one after the other.
///
/// @param name what the array is called in messages
/// @param offset the byte of the file at which its header begins
/// @param size how many bytes it may have; more than header and data need are ignored
public record FileRange(String name, long offset, long size) {

  /// Checks what was given.
  ///
  /// @throws IllegalArgumentException if `offset < 0`, `size < 0` or `offset + size` exceeds 2⁶³-1
  public FileRange {
    if (offset < 0 || size < 0 || offset > Long.MAX_VALUE - size) {
      throw new IllegalArgumentException(
          name + ": there is no range of " + size + " bytes at byte " + offset);
    }
  }
}
