package io.ndmap.select;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Lists the places where the bytes of a mask are not zero.
///
/// There is no branch on a single byte, which no processor could foresee: the bytes of 64 items
/// become the bits of a word, and a loop of known length takes one set bit after the other out of
/// it.
final class MaskPlaces {

  private static final ValueLayout.OfLong EIGHT =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long GATHER = 0x0102_0408_1020_4080L;

  private MaskPlaces() {}

  /// Lists them: `base + i × stride` for the byte at index `i`.
  ///
  /// @param mask scratch memory that begins with the bytes, and has zeros up to a multiple of 64
  /// @param n how many bytes
  /// @param into at least as long
  /// @return how many there are
  static int list(MemorySegment mask, int n, long base, long stride, long[] into) {
    int found = 0;
    for (int i = 0; i < n; i += Long.SIZE) {
      long bits = bits(mask, i);
      int count = Long.bitCount(bits);
      for (int k = 0; k < count; k++) {
        into[found + k] = base + (i + Long.numberOfTrailingZeros(bits)) * stride;
        bits &= bits - 1;
      }
      found += count;
    }
    return found;
  }

  /// The bytes of 64 items as bits.
  private static long bits(MemorySegment mask, int from) {
    long bits = 0;
    for (int i = 0; i < Long.SIZE; i += Long.BYTES) {
      long eight = mask.get(EIGHT, from + i);
      long ones = ((((eight & LOW) + LOW) | eight) >>> 7) & ONES;
      // The product brings the lowest bit of each byte into the highest one.
      bits |= (ones * GATHER) >>> 56 << i;
    }
    return bits;
  }
}
