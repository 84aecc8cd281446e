package io.ndmap.kernel;

/// Converts numbers to `f4`, rounded once to nearest, ties to even.
final class ToFloats {

  private ToFloats() {}

  /// @param less what the numbers are too small by
  static void ofBytes(byte[] from, float less, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] + less;
    }
  }

  /// @param less what the numbers are too small by
  static void ofShorts(short[] from, float less, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] + less;
    }
  }

  static void ofInts(int[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void ofLongs(long[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void ofUnsignedLongs(long[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      long value = from[i];
      // Halving keeps the lowest bit sticky, so that rounding sees it.
      to[i] = value >= 0 ? (float) value : (float) ((value >>> 1) | (value & 1)) * 2;
    }
  }

  static void ofDoubles(double[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (float) from[i];
    }
  }

  /// @param words scratch
  static void ofHalves(short[] from, long[] words, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.float16ToFloat(from[i]);
    }
    if (Halves.hasNaN(from, words, count)) {
      for (int i = 0; i < count; i++) {
        if (Halves.isNaN(from[i])) {
          to[i] = Float.intBitsToFloat(Halves.toFloatBits(from[i]));
        }
      }
    }
  }

  static void ofExtended(long[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.intBitsToFloat(Extended.toFloatBits(from[2 * i], (int) from[2 * i + 1]));
    }
  }
}
