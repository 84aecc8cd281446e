package io.ndmap.layout;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Whether items of one layout share a byte.
///
/// The answer is exact but for layouts whose strides have so little in common that it would take
/// too long to find out, or that reach further than 2⁶³-1 bytes; these count as overlapping.
final class SelfOverlap {

  private SelfOverlap() {}

  /// Whether two items share a byte.
  ///
  /// They do if and only if the differences of their positions, d, not all 0, lead less than an
  /// itemsize far: |Σ d × stride| < itemsize. Of d and -d one has a positive first number that is
  /// not 0, so it is asked for each axis whether it can be the one where that stands.
  static boolean of(long[] sizes, long[] strides, int itemsize) {
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
}
