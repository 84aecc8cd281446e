package io.ndmap.select;

import static io.ndmap.memory.LittleEndian.LONG;

import java.lang.foreign.MemorySegment;

/// Lists the offsets at which the bytes of a mask are not zero.
///
/// No branch depends on a single byte, because such a branch would often be mispredicted: 64 mask
/// bytes become the bits of a word, and a loop of known length extracts the set bits.
final class MaskOffsets {

  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long GATHER = 0x0102_0408_1020_4080L;

  private MaskOffsets() {}

  /// Lists the offsets, `base + i × stride` for the byte at index `i`.
  ///
  /// @param mask scratch memory that begins with the bytes, padded with zeros to a multiple of 64
  /// @param n the number of mask bytes
  /// @param into receives the offsets; at least `n` elements long
  /// @return the number of offsets
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

  /// Returns 64 mask bytes as bits: 1 for each byte that is not zero.
  private static long bits(MemorySegment mask, int from) {
    long bits = 0;
    for (int i = 0; i < Long.SIZE; i += Long.BYTES) {
      long eight = mask.get(LONG, from + i);
      long ones = ((((eight & LOW) + LOW) | eight) >>> 7) & ONES;
      // The product collects the lowest bit of each byte in the highest byte.
      bits |= (ones * GATHER) >>> 56 << i;
    }
    return bits;
  }
}
