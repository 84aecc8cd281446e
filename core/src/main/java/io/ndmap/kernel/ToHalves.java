package io.ndmap.kernel;

/// Converts numbers to `f2`, rounded to nearest, ties to even.
final class ToHalves {

  private ToHalves() {}

  /// @param words scratch
  static void ofFloats(float[] from, long[] words, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.floatToFloat16(from[i]);
    }
    if (Halves.hasNaN(to, words, count)) {
      for (int i = 0; i < count; i++) {
        if (Float.isNaN(from[i])) {
          to[i] = Halves.ofFloatNaN(Float.floatToRawIntBits(from[i]));
        }
      }
    }
  }

  /// Rounds once.
  static void ofDoubles(double[] from, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] =
          Double.isNaN(from[i])
              ? Halves.ofDoubleNaN(Double.doubleToRawLongBits(from[i]))
              : Float.floatToFloat16(roundedToOdd(from[i]));
    }
  }

  /// A float on the same side of every `f2` and every middle between two.
  private static float roundedToOdd(double value) {
    float near = (float) value;
    int bits = Float.floatToRawIntBits(near);
    if (near == value || (bits & 1) == 1 || Float.isInfinite(near)) {
      return near;
    }
    boolean towardsZero = Math.abs((double) near) < Math.abs(value);
    return Float.intBitsToFloat(towardsZero ? bits + 1 : bits - 1);
  }
}
