package io.ndmap.loop.plain;

/// Answers of 1 or 0 without branches; as longs, since HotSpot vectorises no loop that makes bytes
/// of ints.
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
    return ordered(bits, bits);
  }

  static long isFinite(int bits) {
    return ((long) (bits & Integer.MAX_VALUE) - FLOAT_INFINITY) >>> 63;
  }

  /// 0 if one of the numbers with these bits is NaN, else 1.
  static long ordered(int a, int b) {
    int nan =
        (FLOAT_INFINITY - (a & Integer.MAX_VALUE)) | (FLOAT_INFINITY - (b & Integer.MAX_VALUE));
    return (long) ~nan >>> 63;
  }

  /// The bits of a number within a range, which are the keys of its ends; NaN stays NaN, and a zero
  /// the zero that it is.
  static int clip(int bits, int low, int high) {
    int least = order(low);
    int most = order(high);
    int size = bits & Integer.MAX_VALUE;
    int zeros = ((least - 1) >> 31) & ~((most + 1) >> 31);
    int stays = ((FLOAT_INFINITY - size) | ((size - 1) & zeros)) >> 31;
    int limited = order(Math.min(Math.max(order(bits), least), most));
    // From 0.0 to -0.0, negative numbers become 0.0 and others -0.0.
    limited ^= bits & ((int) equal(least | ~most, 0) << 31);
    return limited ^ ((limited ^ bits) & stays);
  }

  /// Brings bits into the order of integers, in which -0.0 is below 0.0, and back.
  static int order(int bits) {
    return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }

  static long within(int bits, int low, int high) {
    int least = order(low);
    return below(order(high) - least, order(bits) - least) ^ 1;
  }

  // ---- halves by their bits

  /// The half next to one in the direction of another; of equal ones, as in NumPy, the first.
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

  /// The distance to the next half that is farther from 0, positive; below -1 and its like, whose
  /// neighbours are not equally far, that to the nearer one, as NumPy.
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

  /// The sign of the difference, if that is a number; of two zeros it is none.
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

  /// Negative if the bits are those of NaN.
  private static long nan(long bits) {
    return INFINITY - (bits & Long.MAX_VALUE);
  }
}
