package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;
import java.math.BigInteger;

/// The x87 extended format (`<f16`): 64 bits of significand with an explicit leading bit, 15 of
/// exponent, one of sign, as the processor reads and writes it.
public final class ExtendedFloat {

  private static final int BIAS = 16383;
  private static final int MAX_EXPONENT = 0x7fff;
  private static final int SIGN = 0x8000;
  private static final long LEADING_BIT = Long.MIN_VALUE;

  private ExtendedFloat() {}

  /// The nearest double, ties to even, as the processor converts it: encodings that it holds for
  /// invalid (a leading bit that does not fit the exponent) are NaN.
  ///
  /// @param significand the low eight bytes
  /// @param signExponent the two bytes behind them
  public static double toDouble(long significand, int signExponent) {
    double sign = (signExponent & SIGN) == 0 ? 1.0 : -1.0;
    int exponent = signExponent & MAX_EXPONENT;
    boolean leading = significand < 0;
    if (exponent == MAX_EXPONENT) {
      return leading && significand << 1 == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
    }
    if (exponent != 0 && !leading) {
      return Double.NaN;
    }
    if (significand == 0) {
      return sign * 0.0;
    }
    // Far below the smallest double; scaling a rounded significand there would round twice.
    int scale = Math.max(exponent, 1) - BIAS - 63;
    return sign * scaled(significand, scale);
  }

  /// significand × 2^scale, rounded once.
  private static double scaled(long significand, int scale) {
    int zeros = Long.numberOfLeadingZeros(significand);
    long normal = significand << zeros;
    int exponent = scale - zeros + 63;
    if (exponent > Double.MAX_EXPONENT) {
      return Double.POSITIVE_INFINITY;
    }
    // How many of the 64 bits a double of this size has no room for: 11, or more where it is
    // subnormal.
    int dropped = 11 + Math.max(0, Double.MIN_EXPONENT - exponent);
    if (dropped > 64) {
      return 0.0;
    }
    long kept = dropped == 64 ? 0 : normal >>> dropped;
    long half = 1L << (dropped - 1);
    long rest = dropped == 64 ? normal : normal & ((1L << dropped) - 1);
    int comparison = Long.compareUnsigned(rest, half);
    if (comparison > 0 || (comparison == 0 && (kept & 1) == 1)) {
      kept++;
    }
    // kept has at most 53 bits (or is 2^53), so neither the conversion nor the scaling rounds
    // again.
    return Math.scalb((double) kept, exponent - 63 + dropped);
  }

  /// The low eight bytes of a double in this format, which holds every double exactly.
  public static long significand(double value) {
    long fraction = Double.doubleToRawLongBits(value) & ((1L << 52) - 1);
    int exponent = Math.getExponent(value);
    if (exponent > Double.MAX_EXPONENT) {
      return LEADING_BIT | fraction << 11;
    }
    if (exponent < Double.MIN_EXPONENT) {
      return fraction == 0 ? 0 : fraction << Long.numberOfLeadingZeros(fraction);
    }
    return LEADING_BIT | fraction << 11;
  }

  /// The sign and exponent of a double in this format.
  public static int signExponent(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int sign = bits < 0 ? SIGN : 0;
    int exponent = Math.getExponent(value);
    if (exponent > Double.MAX_EXPONENT) {
      return sign | MAX_EXPONENT;
    }
    if (exponent < Double.MIN_EXPONENT) {
      long fraction = bits & ((1L << 52) - 1);
      return fraction == 0
          ? sign
          : sign | (BIAS + Double.MIN_EXPONENT + 11 - Long.numberOfLeadingZeros(fraction));
    }
    return sign | (BIAS + exponent);
  }

  /// The low eight bytes of an integer in this format.
  ///
  /// @throws ArithmeticException if the format does not hold it exactly
  public static long significand(BigInteger value) {
    BigInteger magnitude = value.abs();
    int length = magnitude.bitLength();
    if (length > BIAS + 1 || magnitude.getLowestSetBit() < length - Long.SIZE) {
      throw new ArithmeticException(ScalarKind.LONGDOUBLE + " cannot hold " + value + " exactly");
    }
    // Shifting by a negative distance shifts right; what falls off is zero.
    return magnitude.shiftLeft(Long.SIZE - length).longValue();
  }

  /// The sign and exponent of an integer in this format.
  public static int signExponent(BigInteger value) {
    int sign = value.signum() < 0 ? SIGN : 0;
    return value.signum() == 0 ? 0 : sign | (BIAS + value.abs().bitLength() - 1);
  }

  /// Whether an encoding is no number, the invalid ones among them.
  public static boolean isNaN(long significand, int signExponent) {
    int exponent = signExponent & MAX_EXPONENT;
    return exponent == MAX_EXPONENT
        ? significand != LEADING_BIT
        : exponent != 0 && significand >= 0;
  }

  /// Compares two encodings that are not NaN; zeros of both signs are equal.
  public static int compare(
      long significand, int signExponent, long otherSignificand, int otherSignExponent) {
    boolean negative = (signExponent & SIGN) != 0 && significand != 0;
    boolean otherNegative = (otherSignExponent & SIGN) != 0 && otherSignificand != 0;
    if (negative != otherNegative) {
      return negative ? -1 : 1;
    }
    int magnitudes = Integer.compare(magnitude(signExponent), magnitude(otherSignExponent));
    if (significand == 0 || otherSignificand == 0 || magnitudes == 0) {
      magnitudes = Long.compareUnsigned(significand, otherSignificand);
    }
    return negative ? -magnitudes : magnitudes;
  }

  private static int magnitude(int signExponent) {
    return Math.max(1, signExponent & MAX_EXPONENT);
  }

  /// Stores `dividend / divisor × 2^scale`, rounded to nearest, ties to even, in little endian.
  ///
  /// @param divisor above zero
  public static void write(
      java.lang.foreign.MemorySegment segment,
      long offset,
      BigInteger dividend,
      BigInteger divisor,
      int scale) {
    long[] parts = rounded(dividend.abs(), divisor, scale, 64, 1 - BIAS - 63);
    int sign = dividend.signum() < 0 ? SIGN : 0;
    long significand = parts[0];
    long exponent = significand == 0 || significand > 0 ? 0 : parts[1] + BIAS + 63;
    if (exponent >= MAX_EXPONENT) {
      ItemValue.writeLongDouble(segment, offset, false, LEADING_BIT, sign | MAX_EXPONENT);
    } else {
      ItemValue.writeLongDouble(segment, offset, false, significand, sign | exponent);
    }
  }

  /// `dividend / divisor × 2^scale` as a double, rounded to nearest, ties to even.
  ///
  /// @param divisor above zero
  public static double quotient(BigInteger dividend, BigInteger divisor, int scale) {
    long[] parts = rounded(dividend.abs(), divisor, scale, 53, -1074);
    double magnitude =
        parts[1] > Double.MAX_EXPONENT
            ? (parts[0] == 0 ? 0.0 : Double.POSITIVE_INFINITY)
            : Math.scalb((double) parts[0], (int) parts[1]);
    return dividend.signum() < 0 ? -magnitude : magnitude;
  }

  /// A quotient as significand and exponent, the significand with all its bits where the exponent
  /// is above the lowest.
  private static long[] rounded(
      BigInteger dividend, BigInteger divisor, int scale, int bits, int lowest) {
    if (dividend.signum() == 0) {
      return new long[] {0, lowest};
    }
    // One bit more or less than needed, decided by the quotient itself.
    int shift = dividend.bitLength() - divisor.bitLength() - bits;
    int exponent = Math.max(scale + shift, lowest);
    while (true) {
      int by = exponent - scale;
      BigInteger numerator = by >= 0 ? dividend : dividend.shiftLeft(-by);
      BigInteger denominator = by >= 0 ? divisor.shiftLeft(by) : divisor;
      BigInteger[] division = numerator.divideAndRemainder(denominator);
      BigInteger quotient = division[0];
      if (quotient.bitLength() > bits) {
        exponent++;
        continue;
      }
      int half = division[1].shiftLeft(1).compareTo(denominator);
      if (half > 0 || (half == 0 && quotient.testBit(0))) {
        quotient = quotient.add(BigInteger.ONE);
        if (quotient.bitLength() > bits) {
          quotient = quotient.shiftRight(1);
          exponent++;
        }
      }
      return new long[] {quotient.longValue(), exponent};
    }
  }
}
