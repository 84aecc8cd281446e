package io.ndmap.select;

/// Checks indices, negative ones counting from the end, and converts them to byte offsets.
///
/// The offsets are computed in place, after a bulk copy: HotSpot does not vectorise a loop from one
/// array into another at another index, which might be the same array.
final class IndexBounds {

  private IndexBounds() {}

  /// Finds the first position that is not from `-size` to `size - 1`.
  ///
  /// @return where it is, or -1 if there is none
  static int firstOutside(long[] positions, long size) {
    // Without branches, so that it vectorises; which one it is matters only when there is one.
    long outside = 0;
    for (int i = 0; i < positions.length; i++) {
      outside |= (positions[i] + size) | (size - 1 - positions[i]);
    }
    if (outside >= 0) {
      return -1;
    }
    int at = 0;
    while (positions[at] >= -size && positions[at] < size) {
      at++;
    }
    return at;
  }

  /// Byte offsets of positions that were checked.
  ///
  /// @param into receives them from index `at` on
  static void places(
      long[] positions, int from, int n, long size, long base, long stride, long[] into, int at) {
    System.arraycopy(positions, from, into, at, n);
    for (int i = at; i < at + n; i++) {
      into[i] = base + (into[i] + (into[i] >> 63 & size)) * stride;
    }
  }

  /// Adds the byte offsets of positions that were checked, on a further axis.
  ///
  /// @param into takes the offsets on the others, from its front on
  /// @param scratch as long as `into`
  static void addPlaces(
      long[] positions, int from, int n, long size, long stride, long[] into, long[] scratch) {
    System.arraycopy(positions, from, scratch, 0, n);
    for (int i = 0; i < n; i++) {
      into[i] += (scratch[i] + (scratch[i] >> 63 & size)) * stride;
    }
  }
}
