package io.ndmap.move;

/// Converts `f2` as NumPy does, also where processors and Java differ from NumPy: NaNs keep their
/// bits and do not become quiet.
final class Float16 {

  private static final int INFINITY = 0x7c00;
  private static final int MAGNITUDE = 0x7fff;

  private Float16() {}

  static float toFloat(short bits) {
    return isNaN(bits)
        ? Float.intBitsToFloat((bits & 0x8000) << 16 | 0x7f80_0000 | (bits & 0x3ff) << 13)
        : Float.float16ToFloat(bits);
  }

  static double toDouble(short bits) {
    return isNaN(bits)
        ? Double.longBitsToDouble(
            (bits & 0x8000L) << 48 | 0x7ff0_0000_0000_0000L | (bits & 0x3ffL) << 42)
        : Float.float16ToFloat(bits);
  }

  static short ofFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    return Float.isNaN(value) ? ofNaN(bits < 0, bits >>> 13 & 0x3ff) : Float.floatToFloat16(value);
  }

  /// Returns the nearest `f2`, rounded once.
  static short ofDouble(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return Double.isNaN(value)
        ? ofNaN(bits < 0, (int) (bits >>> 42) & 0x3ff)
        : Float.floatToFloat16(roundedToOdd(value));
  }

  /// Returns a float that compares like the double with each `f2`, and with each midpoint of two
  /// adjacent `f2`, so that both round to the same `f2`.
  private static float roundedToOdd(double value) {
    float nearest = (float) value;
    int bits = Float.floatToRawIntBits(nearest);
    if (nearest == value || (bits & 1) == 1 || Float.isInfinite(nearest)) {
      return nearest;
    }
    boolean towardsZero = Math.abs((double) nearest) < Math.abs(value);
    return Float.intBitsToFloat(towardsZero ? bits + 1 : bits - 1);
  }

  private static boolean isNaN(short bits) {
    return (bits & MAGNITUDE) > INFINITY;
  }

  /// Returns the `f2` NaN with the upper fraction bits of a wider NaN. If these bits are 0, the
  /// fraction becomes 1, because a fraction of 0 would denote an infinity.
  private static short ofNaN(boolean negative, int fraction) {
    return (short) ((negative ? 0x8000 : 0) | INFINITY | Math.max(1, fraction));
  }
}
