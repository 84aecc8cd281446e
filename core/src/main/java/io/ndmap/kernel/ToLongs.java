package io.ndmap.kernel;

/// Converts numbers to 64 bits, as x86-64 and C do: floating-point numbers are truncated, and what
/// does not fit, NaN too, becomes -2⁶³.
final class ToLongs {

  private static final double END = 0x1p63;

  private ToLongs() {}

  static void ofInts(int[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void ofUnsignedInts(int[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] & 0xffff_ffffL;
    }
  }

  static void ofFloats(float[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = signed(from[i]);
    }
  }

  static void ofDoubles(double[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = signed(from[i]);
    }
  }

  /// Into unsigned 64 bits: the upper half is reached by way of the number less 2⁶³.
  static void unsignedOfFloats(float[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = unsigned(from[i]);
    }
  }

  /// As for floats.
  static void unsignedOfDoubles(double[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = unsigned(from[i]);
    }
  }

  static void ofExtended(long[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Extended.truncated(from[2 * i], (int) from[2 * i + 1]);
    }
  }

  static void unsignedOfExtended(long[] from, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Extended.truncatedUnsigned(from[2 * i], (int) from[2 * i + 1]);
    }
  }

  private static long signed(double value) {
    return value < END ? (long) value : Long.MIN_VALUE;
  }

  private static long unsigned(double value) {
    return value >= END ? signed(value - END) ^ Long.MIN_VALUE : signed(value);
  }
}
