package io.ndmap.layout;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Whether elements share a byte: two of one layout, or one of each of two.
///
/// The answer is exact, except for layouts with unrelated strides, where an exact answer would take
/// too long, and for layouts that reach further than 2⁶³-1 bytes; these count as overlapping.
final class SharedBytes {

  private SharedBytes() {}

  /// Whether two elements of one layout share a byte.
  ///
  /// They do if and only if there is a difference d of two positions, d ≠ 0, with |Σ d × stride| <
  /// itemsize. The first number of d that is not 0 is positive in either d or -d, so each axis is
  /// tried as the one that has it.
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
      // The reach of the axes with shorter strides, and an element's bytes.
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

  /// Whether an element of one layout shares a byte with one of another, each of at least one
  /// element.
  ///
  /// With one of them reversed, Σ |s| x + Σ |t| y + w is the distance from the first byte of the
  /// other to its last byte, where w is the relative offset of the shared byte in the two elements.
  ///
  /// @param bytes sum of the itemsizes of both
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
