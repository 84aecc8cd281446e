package io.ndmap.loop.plain;

/// Answers of 1 or 0 without branches; as longs, since HotSpot vectorises no loop that makes bytes
/// of ints.
final class Bits {

  private static final int FLOAT_INFINITY = 0x7f80_0000;
  private static final long INFINITY = 0x7ff0_0000_0000_0000L;

  private Bits() {}

  // ---- integers

  /// The sign of the difference.
  static long less(int a, int b) {
    return ((long) a - b) >>> 63;
  }

  /// The same, also where that overflows.
  static long less(long a, long b) {
    return ((a & ~b) | (~(a ^ b) & (a - b))) >>> 63;
  }

  /// The borrow of the difference of integers without a sign.
  static long below(int a, int b) {
    return (Integer.toUnsignedLong(a) - Integer.toUnsignedLong(b)) >>> 63;
  }

  static long below(long a, long b) {
    return ((~a & b) | ((~a | b) & (a - b))) >>> 63;
  }

  static long equal(int a, int b) {
    long difference = (long) a - b;
    return ((difference | -difference) >>> 63) ^ 1;
  }

  static long equal(long a, long b) {
    long difference = a ^ b;
    return ((difference | -difference) >>> 63) ^ 1;
  }

  // ---- floats by their bits

  /// An integer in the order of the floats; both zeros are one.
  static int key(int bits) {
    int sign = bits >> 31;
    return ((bits & Integer.MAX_VALUE) ^ sign) - sign;
  }

  static long isNumber(int bits) {
    return ((long) FLOAT_INFINITY - (bits & Integer.MAX_VALUE)) >>> 63 ^ 1;
  }

  static long isFinite(int bits) {
    return ((long) (bits & Integer.MAX_VALUE) - FLOAT_INFINITY) >>> 63;
  }

  static long areNumbers(int a, int b) {
    return isNumber(a) & isNumber(b);
  }

  // ---- doubles

  static long isNumber(double a) {
    return (INFINITY - (Double.doubleToRawLongBits(a) & Long.MAX_VALUE)) >>> 63 ^ 1;
  }

  static long isFinite(double a) {
    return ((Double.doubleToRawLongBits(a) & Long.MAX_VALUE) - INFINITY) >>> 63;
  }

  /// The sign of the difference, if that is a number; of two zeros it is none.
  static long less(double a, double b) {
    double difference = (a - b) + 0.0;
    return Double.doubleToRawLongBits(difference) >>> 63 & isNumber(difference);
  }

  static long lessEqual(double a, double b) {
    return (less(b, a) ^ 1) & isNumber(a) & isNumber(b);
  }

  static long equal(double a, double b) {
    double one = a + 0.0;
    long same = equal(Double.doubleToRawLongBits(one), Double.doubleToRawLongBits(b + 0.0));
    return same & isNumber(one);
  }
}
