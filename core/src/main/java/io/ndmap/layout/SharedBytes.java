package io.ndmap.layout;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Whether items share a byte: two of one layout, or one of each of two.
///
/// The answer is exact but for layouts whose strides have so little in common that it would take
/// too long to find out, or that reach further than 2⁶³-1 bytes; these count as overlapping.
final class SharedBytes {

  private SharedBytes() {}

  /// Whether two items of one layout share a byte.
  ///
  /// They do if and only if the differences of their positions, d, not all 0, lead less than an
  /// itemsize far: |Σ d × stride| < itemsize. Of d and -d one has a positive first number that is
  /// not 0, so it is asked for each axis whether it can be the one where that stands.
  static boolean within(long[] sizes, long[] strides, int itemsize) {
    if (itemsize == 0
        || Arrays.stream(sizes).allMatch(size -> size == 1)
        || Arrays.stream(sizes).anyMatch(size -> size == 0)) {
      return false;
    }
    int[] axes =
        IntStream.range(0, sizes.length)
            .filter(k -> sizes[k] > 1)
            .boxed()
            .sorted(Comparator.comparingLong((Integer k) -> Math.abs(strides[k])))
            .mapToInt(Integer::intValue)
            .toArray();
    if (strides[axes[0]] == 0) {
      return true;
    }
    try {
      // How far the axes of shorter strides lead, and an item's bytes.
      long reach = itemsize - 1L;
      BoundedEquation.Terms terms = new BoundedEquation.Terms().add(1, 2 * reach);
      for (int axis : axes) {
        long stride = Math.abs(strides[axis]);
        long more = sizes[axis] - 1;
        if (stride <= reach && terms.copy().add(stride, more - 1).mayBe(reach - stride)) {
          return true;
        }
        reach = Math.addExact(reach, Math.multiplyExact(stride, more));
        terms.add(stride, Math.multiplyExact(2, more));
      }
      return false;
    } catch (ArithmeticException e) {
      return true;
    }
  }

  /// Whether an item of one layout shares a byte with one of another, each of at least one item.
  ///
  /// With one of them seen backwards, Σ |s| x + Σ |t| y + w is the distance from the first byte of
  /// the other to its last byte, where w tells which bytes of two items meet.
  ///
  /// @param bytes of an item of either together
  /// @param distance from the first byte of the one to the last byte of the other
  static boolean between(
      long[] sizes,
      long[] strides,
      long[] otherSizes,
      long[] otherStrides,
      long bytes,
      long distance) {
    try {
      BoundedEquation.Terms terms = new BoundedEquation.Terms().add(1, bytes - 2);
      addAxes(terms, sizes, strides);
      addAxes(terms, otherSizes, otherStrides);
      return terms.mayBe(distance);
    } catch (ArithmeticException e) {
      return true;
    }
  }

  private static void addAxes(BoundedEquation.Terms terms, long[] sizes, long[] strides) {
    for (int axis = 0; axis < sizes.length; axis++) {
      if (strides[axis] != 0) {
        terms.add(Math.abs(strides[axis]), sizes[axis] - 1);
      }
    }
  }
}
