package io.ndmap.copy;

import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Decides whether two arrays share bytes.
///
/// The answers are exact but for layouts whose strides have so little in common that it would take
/// too long to find out, or that reach further than 2⁶³-1 bytes together; these count as
/// overlapping.
public final class Overlap {

  private Overlap() {}

  /// Whether the bytes from the first to the last of two views meet: without that, no items do.
  static boolean isNear(Items first, Items second) {
    MemorySegment one = first.segment();
    MemorySegment other = second.segment();
    if (one.isNative() != other.isNative() || first.isEmpty() || second.isEmpty()) {
      return false;
    }
    // In Java arrays, addresses are places in the array.
    long begin = one.address() + first.strided().firstByte();
    long end = one.address() + first.strided().endByte(first.itemsize());
    long otherBegin = other.address() + second.strided().firstByte();
    long otherEnd = other.address() + second.strided().endByte(second.itemsize());
    return begin < otherEnd
        && otherBegin < end
        && (one.isNative() || one.asOverlappingSlice(other).isPresent());
  }

  /// Whether an item of one view shares a byte with an item of another one. Two mappings of one
  /// file are not seen to do so.
  public static boolean between(Items first, Items second) {
    // Those that are near are of one memory, in which addresses can be compared.
    return isNear(first, second)
        && first
            .strided()
            .shift(first.segment().address())
            .overlaps(
                first.itemsize(),
                second.strided().shift(second.segment().address()),
                second.itemsize());
  }
}
