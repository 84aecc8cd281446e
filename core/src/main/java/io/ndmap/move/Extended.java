package io.ndmap.move;

/// Conversions of the x87 extended format, with the same results as the instructions of the
/// processor. A number has 64 bits of significand with an explicit leading bit, and 16 bits of sign
/// and exponent. Encodings whose exponent is not 0 and whose leading bit is 0 are invalid, and
/// become the processor's default NaN.
public final class Extended {

  /// The sign bit, above the exponent.
  public static final int SIGN = 0x8000;

  private static final int MAX_EXPONENT = 0x7fff;
  private static final int BIAS = 16383;

  private Extended() {}

  /// A binary format with fewer bits.
  private record Format(int fractionBits, int maxExponent, int bias, int signShift) {

    static final Format FLOAT = new Format(23, 0xff, 127, 31);
    static final Format DOUBLE = new Format(52, 0x7ff, 1023, 63);

    long infinity() {
      return (long) maxExponent << fractionBits;
    }
  }

  static int toFloatBits(long significand, int signExponent) {
    return (int) narrowed(significand, signExponent, Format.FLOAT);
  }

  /// Returns the nearest double, ties to even; NaNs become quiet.
  public static long toDoubleBits(long significand, int signExponent) {
    return narrowed(significand, signExponent, Format.DOUBLE);
  }

  private static boolean isInvalid(long significand, int exponent) {
    return exponent != 0 && significand >= 0;
  }

  private static long narrowed(long significand, int signExponent, Format format) {
    int exponent = signExponent & MAX_EXPONENT;
    long sign = (long) (signExponent >>> 15 & 1) << format.signShift();
    long quiet = 1L << (format.fractionBits - 1);
    if (isInvalid(significand, exponent)) {
      return 1L << format.signShift() | format.infinity() | quiet;
    }
    if (exponent == MAX_EXPONENT) {
      long fraction = significand << 1;
      return fraction == 0
          ? sign | format.infinity()
          : sign | format.infinity() | quiet | fraction >>> (64 - format.fractionBits);
    }
    return sign | magnitude(significand, exponent, format);
  }

  private static long magnitude(long significand, int exponent, Format format) {
    if (significand == 0) {
      return 0;
    }
    int zeros = Long.numberOfLeadingZeros(significand);
    long normal = significand << zeros;
    int biased = Math.max(exponent, 1) - zeros - BIAS + format.bias;
    // The number of bits that do not fit; more if the result is subnormal.
    int dropped = 63 - format.fractionBits + Math.max(0, 1 - biased);
    if (dropped > 64) {
      return 0;
    }
    long kept = dropped == 64 ? 0 : normal >>> dropped;
    long rest = dropped == 64 ? normal : normal << (64 - dropped);
    int comparison = Long.compareUnsigned(rest, Long.MIN_VALUE);
    if (comparison > 0 || (comparison == 0 && (kept & 1) == 1)) {
      kept++;
    }
    // The exponent is one too small here: the leading bit of a normal number adds this 1. A carry
    // from rounding increments the exponent.
    long bits = ((long) Math.max(0, biased - 1) << format.fractionBits) + kept;
    return biased >= format.maxExponent ? format.infinity() : bits;
  }

  /// Returns the integer part as a signed 64-bit integer; -2⁶³ if it does not fit, and for NaN.
  static long truncated(long significand, int signExponent) {
    int exponent = signExponent & MAX_EXPONENT;
    int scale = exponent - BIAS;
    if (scale >= 63 || isInvalid(significand, exponent)) {
      return Long.MIN_VALUE;
    }
    long magnitude = scale < 0 ? 0 : significand >>> (63 - scale);
    return (signExponent & SIGN) == 0 ? magnitude : -magnitude;
  }

  /// Returns the integer part as an unsigned 64-bit integer. Numbers below 2⁶³ and NaN are
  /// converted like [#truncated]. For larger numbers, 2⁶³ is subtracted before the conversion and
  /// added afterwards, so numbers from 2⁶⁴ on become 0.
  static long truncatedUnsigned(long significand, int signExponent) {
    int exponent = signExponent & MAX_EXPONENT;
    boolean number = !isInvalid(significand, exponent);
    boolean positive = (signExponent & SIGN) == 0;
    boolean infinite = exponent == MAX_EXPONENT && significand << 1 == 0;
    if (number && positive && exponent == BIAS + 63) {
      return significand;
    }
    if (number && positive && exponent > BIAS + 63 && (exponent < MAX_EXPONENT || infinite)) {
      return 0;
    }
    return truncated(significand, signExponent);
  }

  /// Returns whether a number differs from zero; NaN does.
  static boolean isNonzero(long significand, int signExponent) {
    return significand != 0 || isInvalid(significand, signExponent & MAX_EXPONENT);
  }

  /// Returns the significand of an unsigned integer.
  static long normalized(long magnitude) {
    return magnitude == 0 ? 0 : magnitude << Long.numberOfLeadingZeros(magnitude);
  }

  /// Returns the exponent of a nonzero unsigned integer.
  static int exponentOf(long magnitude) {
    return BIAS + 63 - Long.numberOfLeadingZeros(magnitude);
  }

  /// Returns the significand of a double; NaNs become quiet.
  public static long significandOfDouble(long bits) {
    long fraction = bits & (1L << 52) - 1;
    int exponent = (int) (bits >>> 52) & 0x7ff;
    if (exponent == 0) {
      return normalized(fraction);
    }
    long quiet = exponent == 0x7ff && fraction != 0 ? 1L << 62 : 0;
    return Long.MIN_VALUE | quiet | fraction << 11;
  }

  /// Returns the sign and exponent of a double.
  public static int signExponentOfDouble(long bits) {
    int sign = bits < 0 ? SIGN : 0;
    long fraction = bits & (1L << 52) - 1;
    int exponent = (int) (bits >>> 52) & 0x7ff;
    if (exponent == 0x7ff) {
      return sign | MAX_EXPONENT;
    }
    if (exponent != 0) {
      return sign | exponent - 1023 + BIAS;
    }
    return fraction == 0 ? sign : sign | BIAS - 1022 + 11 - Long.numberOfLeadingZeros(fraction);
  }
}
