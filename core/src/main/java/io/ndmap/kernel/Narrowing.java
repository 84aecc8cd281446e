package io.ndmap.kernel;

/// Narrows integers to their low bytes, and tests numbers for zero.
final class Narrowing {

  private Narrowing() {}

  static void toBytes(int[] from, byte[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (byte) from[i];
    }
  }

  static void toShorts(int[] from, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (short) from[i];
    }
  }

  static void nonzero(int[] from, byte[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (byte) (from[i] == 0 ? 0 : 1);
    }
  }

  static void nonzero(long[] from, byte[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (byte) (from[i] == 0 ? 0 : 1);
    }
  }

  /// NaN differs from zero.
  static void nonzero(float[] from, byte[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (byte) (from[i] == 0 ? 0 : 1);
    }
  }

  /// NaN differs from zero.
  static void nonzero(double[] from, byte[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (byte) (from[i] == 0 ? 0 : 1);
    }
  }

  static void nonzeroExtended(long[] from, byte[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (byte) (Extended.isNonzero(from[2 * i], (int) from[2 * i + 1]) ? 1 : 0);
    }
  }
}
