package io.ndmap.kernel;

/// What NumPy does with the bits of `f2` where processors and Java do otherwise: NaNs keep their
/// bits and are not made quiet.
final class Halves {

  private static final int INFINITY = 0x7c00;
  private static final int MAGNITUDE = 0x7fff;

  private Halves() {}

  static boolean isNaN(short bits) {
    return (bits & MAGNITUDE) > INFINITY;
  }

  static boolean hasNaN(short[] items, int count) {
    int greatest = 0;
    for (int i = 0; i < count; i++) {
      greatest = Math.max(greatest, items[i] & MAGNITUDE);
    }
    return greatest > INFINITY;
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
