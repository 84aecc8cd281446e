package io.ndmap.select;

/// Checks indices, negative ones counting from the end, and converts them to byte offsets.
///
/// Offsets are computed in place, after a bulk copy: HotSpot does not vectorise a loop from one
/// array into another at a different index, because the two might be the same array.
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
  /// @param into receives the offsets, from index `at` on
  static void offsets(
      long[] indices, int from, int n, long size, long base, long stride, long[] into, int at) {
    System.arraycopy(indices, from, into, at, n);
    for (int i = at; i < at + n; i++) {
      into[i] = base + (into[i] + (into[i] >> 63 & size)) * stride;
    }
  }

  /// Adds the byte offsets of the checked indices of a further axis.
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
