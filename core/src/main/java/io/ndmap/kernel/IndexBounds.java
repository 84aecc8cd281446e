package io.ndmap.kernel;

/// Checks and wraps positions that count from the end where they are negative.
public final class IndexBounds {

  private IndexBounds() {}

  /// Finds the first position that is not from `-size` to `size - 1`.
  ///
  /// @return where it is, or -1 if there is none
  public static int firstOutside(long[] positions, long size) {
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
  public static void places(
      long[] positions, int from, int n, long size, long base, long stride, long[] into, int at) {
    for (int i = 0; i < n; i++) {
      long position = positions[from + i];
      into[at + i] = base + (position + (position >> 63 & size)) * stride;
    }
  }

  /// Byte offsets of positions on two axes that were checked.
  public static void places(
      long[] first,
      long[] second,
      int from,
      int n,
      long size0,
      long size1,
      long base,
      long stride0,
      long stride1,
      long[] into) {
    for (int i = 0; i < n; i++) {
      long p = first[from + i];
      long q = second[from + i];
      into[i] = base + (p + (p >> 63 & size0)) * stride0 + (q + (q >> 63 & size1)) * stride1;
    }
  }

  /// Adds byte offsets of positions that were checked.
  public static void addPlaces(
      long[] positions, int from, int n, long size, long stride, long[] into) {
    for (int i = 0; i < n; i++) {
      long position = positions[from + i];
      into[i] += (position + (position >> 63 & size)) * stride;
    }
  }
}
