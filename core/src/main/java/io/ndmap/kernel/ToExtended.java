package io.ndmap.kernel;

/// Converts numbers to long doubles, which hold all of them exactly: two longs each, the
/// significand, and sign and exponent.
final class ToExtended {

  private ToExtended() {}

  static void ofInts(int[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      ofLong(from[i], to, i);
    }
  }

  static void ofLongs(long[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      ofLong(from[i], to, i);
    }
  }

  static void ofUnsignedLongs(long[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      ofMagnitude(from[i], 0, to, i);
    }
  }

  static void ofFloats(float[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      ofDouble(from[i], to, i);
    }
  }

  static void ofDoubles(double[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      ofDouble(from[i], to, i);
    }
  }

  private static void ofLong(long value, long[] to, int i) {
    ofMagnitude(Math.abs(value), value < 0 ? Extended.SIGN : 0, to, i);
  }

  private static void ofMagnitude(long magnitude, int sign, long[] to, int i) {
    to[2 * i] = Extended.normalized(magnitude);
    to[2 * i + 1] = magnitude == 0 ? 0 : sign | Extended.exponentOf(magnitude);
  }

  private static void ofDouble(double value, long[] to, int i) {
    long bits = Double.doubleToRawLongBits(value);
    to[2 * i] = Extended.significandOfDouble(bits);
    to[2 * i + 1] = Extended.signExponentOfDouble(bits);
  }
}
