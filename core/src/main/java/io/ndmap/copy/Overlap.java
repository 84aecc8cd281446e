package io.ndmap.copy;

import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Decides whether two arrays share bytes.
///
/// The result is exact, with two exceptions that count as overlapping: layouts with unrelated
/// strides, for which an exact answer would take too long, and layouts whose extents together
/// exceed 2⁶³-1 bytes.
public final class Overlap {

  private Overlap() {}

  /// Returns whether the byte ranges of two views intersect, a necessary condition for an overlap.
  static boolean rangesIntersect(Items first, Items second) {
    MemorySegment one = first.segment();
    MemorySegment other = second.segment();
    if (one.isNative() != other.isNative() || first.isEmpty() || second.isEmpty()) {
      return false;
    }
    // Addresses of heap segments are offsets in the array.
    long begin = one.address() + first.strided().firstByte();
    long end = one.address() + first.strided().endByte(first.itemsize());
    long otherBegin = other.address() + second.strided().firstByte();
    long otherEnd = other.address() + second.strided().endByte(second.itemsize());
    return begin < otherEnd
        && otherBegin < end
        && (one.isNative() || one.asOverlappingSlice(other).isPresent());
  }

  /// Returns whether an element of one view shares a byte with an element of another. Overlap is
  /// not detected between two mappings of the same file.
  public static boolean between(Items first, Items second) {
    return rangesIntersect(first, second) && sharesBytes(first, second);
  }

  /// Returns the same as [#between] for views whose [#rangesIntersect] is true: they share one
  /// memory, so their addresses are comparable.
  static boolean sharesBytes(Items first, Items second) {
    return first
        .strided()
        .shift(first.segment().address())
        .overlaps(
            first.itemsize(),
            second.strided().shift(second.segment().address()),
            second.itemsize());
  }
}
