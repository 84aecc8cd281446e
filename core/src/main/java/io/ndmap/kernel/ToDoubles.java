package io.ndmap.kernel;

/// Converts numbers to `f8`, rounded once to nearest, ties to even.
final class ToDoubles {

  private ToDoubles() {}

  /// @param less what the numbers are too small by
  static void ofBytes(byte[] from, double less, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] + less;
    }
  }

  /// @param less what the numbers are too small by
  static void ofShorts(short[] from, double less, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] + less;
    }
  }

  static void ofInts(int[] from, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void ofLongs(long[] from, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void ofUnsignedLongs(long[] from, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      long value = from[i];
      // Halving keeps the lowest bit sticky, so that rounding sees it.
      to[i] = value >= 0 ? (double) value : (double) ((value >>> 1) | (value & 1)) * 2;
    }
  }

  static void ofFloats(float[] from, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  /// By way of floats, which hold every `f2`.
  ///
  /// @param words scratch
  /// @param floats scratch
  static void ofHalves(short[] from, long[] words, float[] floats, double[] to, int count) {
    ToFloats.ofHalves(from, words, floats, count);
    ofFloats(floats, to, count);
    if (Halves.hasNaN(from, words, count)) {
      for (int i = 0; i < count; i++) {
        if (Halves.isNaN(from[i])) {
          to[i] = Double.longBitsToDouble(Halves.toDoubleBits(from[i]));
        }
      }
    }
  }

  static void ofExtended(long[] from, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Double.longBitsToDouble(Extended.toDoubleBits(from[2 * i], (int) from[2 * i + 1]));
    }
  }
}
