package io.ndmap.layout;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Tests whether two elements share a byte: two elements of one layout, or one element of each of
/// two layouts.
///
/// The answer is exact, except for layouts with unrelated strides, where an exact answer would take
/// too long, and for layouts that extend over more than 2⁶³-1 bytes. Such layouts count as
/// overlapping.
final class SharedBytes {

  private SharedBytes() {}

  /// Whether two elements of one layout share a byte.
  ///
  /// They do if and only if two positions differ by a vector d ≠ 0 with |Σ d(k) × stride(k)| <
  /// itemsize. Each axis in turn is tried as the axis with the longest stride among those with d(k)
  /// ≠ 0; its d(k) can be assumed to be positive, since d and -d are equivalent.
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
      // The distance from the first byte to the last byte reached by the axes with shorter strides
      // and by the element itself.
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

  /// Whether an element of one layout shares a byte with an element of the other layout. Neither
  /// layout is empty.
  ///
  /// Each byte of the first layout is at `last - Σ |s| x - u`, each byte of the other layout at
  /// `first + Σ |t| y + v`, where s and t are the strides, x and y count positions, and u and v are
  /// offsets within an element. The layouts share a byte if and only if Σ |s| x + Σ |t| y + (u + v)
  /// = last - first has a solution.
  ///
  /// @param bytes the sum of the itemsizes of both layouts
  /// @param distance `last - first`: from the first byte of the other layout to the last byte of
  ///   the first layout
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
