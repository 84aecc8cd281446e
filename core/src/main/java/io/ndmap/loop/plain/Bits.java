package io.ndmap.loop.plain;

/// Branch-free tests with results 1 or 0. Results are longs, because HotSpot does not vectorise
/// loops that convert ints to bytes.
final class Bits {

  private static final int FLOAT_INFINITY = 0x7f80_0000;
  private static final long INFINITY = 0x7ff0_0000_0000_0000L;

  private static final int HALF_NAN = 0x7e00;
  private static final int HALF_SIGN = 0x8000;
  private static final int HALF_MAX = 0x7bff;
  private static final int HALF_INFINITY = 0x7c00;
  private static final int HALF_DIGITS = 0x3ff;

  private Bits() {}

  // ---- integers

  /// Returns 1 if `a < b`, else 0: the sign bit of the difference.
  static long less(int a, int b) {
    return ((long) a - b) >>> 63;
  }

  /// Like [#less(int, int)], for longs, whose difference may overflow.
  static long less(long a, long b) {
    return ((a & ~b) | (~(a ^ b) & (a - b))) >>> 63;
  }

  /// Returns 1 if `a < b` as unsigned integers, else 0: the borrow of the difference.
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

  /// Returns a key in the order of the floats; both zeros have the same key.
  static int key(int bits) {
    int sign = bits >> 31;
    return ((bits & Integer.MAX_VALUE) ^ sign) - sign;
  }

  static long isNumber(int bits) {
    return ordered(bits, bits);
  }

  static long isFinite(int bits) {
    return ((long) (bits & Integer.MAX_VALUE) - FLOAT_INFINITY) >>> 63;
  }

  /// Returns 0 if either operand is NaN, else 1.
  static long ordered(int a, int b) {
    int nan =
        (FLOAT_INFINITY - (a & Integer.MAX_VALUE)) | (FLOAT_INFINITY - (b & Integer.MAX_VALUE));
    return (long) ~nan >>> 63;
  }

  /// Clips a number to a range; the number and both ends of the range are passed as bits. NaN stays
  /// NaN, and zeros keep their sign.
  static int clip(int bits, int low, int high) {
    int least = order(low);
    int most = order(high);
    int size = bits & Integer.MAX_VALUE;
    int zeros = ((least - 1) >> 31) & ~((most + 1) >> 31);
    int stays = ((FLOAT_INFINITY - size) | ((size - 1) & zeros)) >> 31;
    int limited = order(Math.min(Math.max(order(bits), least), most));
    // In the range from 0.0 to -0.0, negative numbers become 0.0 and all other numbers -0.0.
    limited ^= bits & ((int) equal(least | ~most, 0) << 31);
    return limited ^ ((limited ^ bits) & stays);
  }

  /// Maps bits to integers in the order of the floats, with -0.0 below 0.0; also the inverse
  /// mapping.
  static int order(int bits) {
    return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }

  static long within(int bits, int low, int high) {
    int least = order(low);
    return below(order(high) - least, order(bits) - least) ^ 1;
  }

  static long atLeast(int bits, int low) {
    return within(bits, low, FLOAT_INFINITY);
  }

  static long atMost(int bits, int high) {
    return within(bits, FLOAT_INFINITY | Integer.MIN_VALUE, high);
  }

  // ---- halves by their bits

  /// Returns the half that follows the first operand in the direction of the second operand; the
  /// first operand if both are equal, as in NumPy.
  static int halfAfter(int a, int b) {
    float from = Float.float16ToFloat((short) a);
    float to = Float.float16ToFloat((short) b);
    if (from == to) {
      return a;
    }
    if (Float.isNaN(from) || Float.isNaN(to)) {
      return HALF_NAN;
    }
    if (from == 0) {
      return (b & HALF_SIGN) | 1;
    }
    return from < to == from > 0 ? a + 1 : a - 1;
  }

  /// Returns the positive distance to the adjacent half away from 0: infinity for the largest half,
  /// NaN for infinities and NaN. The two neighbours of a power of two are at different distances;
  /// for a negative power of two, the distance to the nearer neighbour is returned, as in NumPy.
  /// The lowest half has no neighbour away from 0, and gets the distance to its only neighbour.
  static int halfSpacing(int half) {
    float number = Float.float16ToFloat((short) half);
    if (!Float.isFinite(number)) {
      return HALF_NAN;
    }
    int size = half & Short.MAX_VALUE;
    if (half == HALF_MAX) {
      return HALF_INFINITY;
    }
    boolean nearer = number < 0 && (size & HALF_DIGITS) == 0 && size > 0;
    int next = nearer ? size - 1 : size == HALF_MAX ? size - 1 : size + 1;
    float distance = Math.abs(Float.float16ToFloat((short) next) - Math.abs(number));
    return Float.floatToFloat16(distance);
  }

  // ---- doubles

  static long order(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  static long within(long bits, long low, long high) {
    long least = order(low);
    return below(order(high) - least, order(bits) - least) ^ 1;
  }

  static long atLeast(long bits, long low) {
    return within(bits, low, INFINITY);
  }

  static long atMost(long bits, long high) {
    return within(bits, INFINITY | Long.MIN_VALUE, high);
  }

  static long clip(long bits, long low, long high) {
    long least = order(low);
    long most = order(high);
    long size = bits & Long.MAX_VALUE;
    long zeros = ((least - 1) >> 63) & ~((most + 1) >> 63);
    long stays = ((INFINITY - size) | ((size - 1) & zeros)) >> 63;
    long limited = order(Math.min(Math.max(order(bits), least), most));
    limited ^= bits & (equal(least | ~most, 0) << 63);
    return limited ^ ((limited ^ bits) & stays);
  }

  /// Returns 1 if `a < b`, else 0: the sign bit of the difference, which may be NaN. Zeros are
  /// equal.
  static long less(double a, double b) {
    long difference = Double.doubleToRawLongBits((a - b) + 0.0);
    return (difference & ~nan(difference)) >>> 63;
  }

  static long lessEqual(double a, double b) {
    return (less(b, a) ^ 1) & ordered(a, b);
  }

  static long equal(double a, double b) {
    long one = Double.doubleToRawLongBits(a + 0.0);
    return equal(one, Double.doubleToRawLongBits(b + 0.0)) & (~nan(one) >>> 63);
  }

  static long ordered(double a, double b) {
    long nan = nan(Double.doubleToRawLongBits(a)) | nan(Double.doubleToRawLongBits(b));
    return ~nan >>> 63;
  }

  static long isNumber(long bits) {
    return ~nan(bits) >>> 63;
  }

  static long isFinite(long bits) {
    return ((bits & Long.MAX_VALUE) - INFINITY) >>> 63;
  }

  /// Returns a negative number if the bits are those of NaN.
  private static long nan(long bits) {
    return INFINITY - (bits & Long.MAX_VALUE);
  }
}
