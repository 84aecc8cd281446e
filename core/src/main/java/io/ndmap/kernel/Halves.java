package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;

/// Handles bits of `f2` as NumPy does where processors and Java differ: NaNs keep their bits and
/// are not made quiet.
final class Halves {

  private static final int INFINITY = 0x7c00;
  private static final int MAGNITUDE = 0x7fff;
  private static final long MAGNITUDES = 0x7fff_7fff_7fff_7fffL;
  private static final long BEYOND_INFINITY = 0x03ff_03ff_03ff_03ffL;

  private Halves() {}

  static boolean isNaN(short bits) {
    return (bits & MAGNITUDE) > INFINITY;
  }

  /// Looks at four items at a time: a loop over shorts does not vectorise.
  ///
  /// @param words scratch, with room for the items
  static boolean hasNaN(short[] items, long[] words, int count) {
    int length = (count + 3) / 4;
    words[length - 1] = 0;
    MemorySegment.copy(
        MemorySegment.ofArray(items), 0, MemorySegment.ofArray(words), 0, 2L * count);
    long carries = 0;
    for (int i = 0; i < length; i++) {
      // What exceeds an infinity carries into the place of the sign.
      carries |= (words[i] & MAGNITUDES) + BEYOND_INFINITY;
    }
    return (carries & ~MAGNITUDES) != 0;
  }

  /// The bits of a float of the same NaN.
  static int toFloatBits(short nan) {
    return (nan & 0x8000) << 16 | 0x7f80_0000 | (nan & 0x3ff) << 13;
  }

  /// The bits of a double of the same NaN.
  static long toDoubleBits(short nan) {
    return (nan & 0x8000L) << 48 | 0x7ff0_0000_0000_0000L | (nan & 0x3ffL) << 42;
  }

  /// The NaN with the upper bits of a float's, but never an infinity.
  static short ofFloatNaN(int bits) {
    return ofNaN(bits < 0, bits >>> 13 & 0x3ff);
  }

  /// The NaN with the upper bits of a double's, but never an infinity.
  static short ofDoubleNaN(long bits) {
    return ofNaN(bits < 0, (int) (bits >>> 42) & 0x3ff);
  }

  private static short ofNaN(boolean negative, int fraction) {
    return (short) ((negative ? 0x8000 : 0) | INFINITY | Math.max(1, fraction));
  }
}
