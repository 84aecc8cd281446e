package io.ndmap.kernel;

/// Converts numbers to 32 bits, as x86-64 and C do: integers wrap, floating-point numbers are
/// truncated, and what does not fit, NaN too, becomes -2³¹.
final class ToInts {

  private static final float FLOAT_END = 0x1p31f;
  private static final double DOUBLE_END = 0x1p31;

  private ToInts() {}

  static void ofBooleans(byte[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] == 0 ? 0 : 1;
    }
  }

  static void ofBytes(byte[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void ofUnsignedBytes(byte[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] & 0xff;
    }
  }

  static void ofShorts(short[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void ofUnsignedShorts(short[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] & 0xffff;
    }
  }

  /// Unsigned bytes into signed ones that are 128 less.
  static void flipSigns(byte[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] ^= Byte.MIN_VALUE;
    }
  }

  /// Unsigned 16-bit numbers into signed ones that are 32768 less.
  static void flipSigns(short[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] ^= Short.MIN_VALUE;
    }
  }

  static void ofLongs(long[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (int) from[i];
    }
  }

  static void ofFloats(float[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      // Java brings NaN to 0 and the rest to the nearest end.
      to[i] = from[i] < FLOAT_END ? (int) from[i] : Integer.MIN_VALUE;
    }
  }

  static void ofDoubles(double[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] < DOUBLE_END ? (int) from[i] : Integer.MIN_VALUE;
    }
  }

  static void ofExtended(long[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      long value = Extended.truncated(from[2 * i], (int) from[2 * i + 1]);
      to[i] = value == (int) value ? (int) value : Integer.MIN_VALUE;
    }
  }

  /// By way of 16 bits, where what does not fit becomes -2¹⁵: so compilers turn long doubles into
  /// signed and unsigned bytes and signed 16-bit numbers.
  static void ofExtendedNarrowly(long[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      long value = Extended.truncated(from[2 * i], (int) from[2 * i + 1]);
      to[i] = value == (short) value ? (short) value : Short.MIN_VALUE;
    }
  }
}
