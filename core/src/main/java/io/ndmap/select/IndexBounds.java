package io.ndmap.select;

/// Checks indices and converts them to byte offsets. Negative indices count from the end.
///
/// The indices are first copied to the positions that their offsets will have, in the target or a
/// scratch array. HotSpot does not vectorise a loop that reads one array and writes another at a
/// different index, because both might be the same array.
final class IndexBounds {

  private IndexBounds() {}

  /// Finds the first index that is not in `[-size, size)`.
  ///
  /// @return the position of this index in the array, or -1 if all indices are in bounds
  static int firstOutside(long[] indices, long size) {
    // Branch-free, so that HotSpot vectorises the loop; the offending index is searched for
    // afterwards.
    long outside = 0;
    for (int i = 0; i < indices.length; i++) {
      outside |= (indices[i] + size) | (size - 1 - indices[i]);
    }
    if (outside >= 0) {
      return -1;
    }
    int at = 0;
    while (indices[at] >= -size && indices[at] < size) {
      at++;
    }
    return at;
  }

  /// Computes the byte offsets of checked indices.
  ///
  /// @param from the position in `indices` of the first index
  /// @param n the number of indices
  /// @param size the number of elements along the axis
  /// @param base byte offset of index 0
  ///
  /// @param into receives the offsets, from index `at` on
  static void offsets(
      long[] indices, int from, int n, long size, long base, long stride, long[] into, int at) {
    System.arraycopy(indices, from, into, at, n);
    for (int i = at; i < at + n; i++) {
      into[i] = base + (into[i] + (into[i] >> 63 & size)) * stride;
    }
  }

  /// Adds the byte offsets of checked indices along a further axis.
  ///
  /// @param into the offsets so far, from index 0 on
  /// @param scratch an array of at least `n` elements
  static void addOffsets(
      long[] indices, int from, int n, long size, long stride, long[] into, long[] scratch) {
    System.arraycopy(indices, from, scratch, 0, n);
    for (int i = 0; i < n; i++) {
      into[i] += (scratch[i] + (scratch[i] >> 63 & size)) * stride;
    }
  }
}
