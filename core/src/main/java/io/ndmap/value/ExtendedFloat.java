package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Extended;
import java.math.BigInteger;

/// The x87 extended format (`<f16`): a significand of 64 bits with an explicit leading bit, an
/// exponent of 15 bits and a sign bit, interpreted as by the processor.
public final class ExtendedFloat {

  private static final int BIAS = 16383;
  private static final int MAX_EXPONENT = 0x7fff;
  private static final int SIGN = 0x8000;
  private static final long LEADING_BIT = Long.MIN_VALUE;

  private ExtendedFloat() {}

  /// The nearest double, ties to even, as the processor converts it: encodings that it treats as
  /// invalid (a leading bit inconsistent with the exponent) are NaN.
  ///
  /// @param significand the low eight bytes
  /// @param signExponent the two bytes after them
  public static double toDouble(long significand, int signExponent) {
    return CanonicalNaN.of(
        Double.longBitsToDouble(Extended.toDoubleBits(significand, signExponent)));
  }

  /// The low eight bytes of a double in this format. The format represents every double exactly; a
  /// NaN keeps the bits of its fraction.
  public static long significand(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return Double.isNaN(value) ? LEADING_BIT | bits << 11 : Extended.significandOfDouble(bits);
  }

  /// The sign and exponent of a double in this format.
  public static int signExponent(double value) {
    return Extended.signExponentOfDouble(Double.doubleToRawLongBits(value));
  }

  /// The low eight bytes of an integer in this format.
  ///
  /// @throws ArithmeticException if the format cannot represent it exactly
  public static long significand(BigInteger value) {
    BigInteger magnitude = value.abs();
    int length = magnitude.bitLength();
    if (length > BIAS + 1 || magnitude.getLowestSetBit() < length - Long.SIZE) {
      throw new ArithmeticException(ScalarKind.LONGDOUBLE + " cannot hold " + value + " exactly");
    }
    // A negative distance shifts right; the bits shifted out are zero.
    return magnitude.shiftLeft(Long.SIZE - length).longValue();
  }

  /// The sign and exponent of an integer in this format.
  public static int signExponent(BigInteger value) {
    int sign = value.signum() < 0 ? SIGN : 0;
    return value.signum() == 0 ? 0 : sign | (BIAS + value.abs().bitLength() - 1);
  }

  /// Whether an encoding is NaN or invalid.
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

  /// Computes `dividend / divisor × 2^scale` or its negative, rounded to nearest, ties to even.
  /// Returns two numbers: the significand, then sign and exponent.
  ///
  /// @param dividend not below zero
  /// @param divisor above zero
  static long[] quotient(boolean negative, BigInteger dividend, BigInteger divisor, int scale) {
    long[] parts = rounded(dividend, divisor, scale, 64, 1 - BIAS - 63);
    long significand = parts[0];
    long exponent = significand >= 0 ? 0 : parts[1] + BIAS + 63;
    if (exponent >= MAX_EXPONENT) {
      significand = LEADING_BIT;
      exponent = MAX_EXPONENT;
    }
    return new long[] {significand, (negative ? SIGN : 0) | exponent};
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

  /// `dividend / divisor × 2^scale`, rounded to nearest, ties to even. Returns the significand, of
  /// at most `bits` bits, and the exponent, at least `lowest`. The significand has exactly `bits`
  /// bits if the exponent is above `lowest`.
  private static long[] rounded(
      BigInteger dividend, BigInteger divisor, int scale, int bits, int lowest) {
    if (dividend.signum() == 0) {
      return new long[] {0, lowest};
    }
    // With this exponent, the quotient may have one bit too many; the loop then increases the
    // exponent.
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
