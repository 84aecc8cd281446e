package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;
import java.math.BigInteger;

/// The exact value of a floating-point number of any type: ± mantissa × 2^exponent.
///
/// @param kind the scalar type, real and floating-point
/// @param negative the sign bit, also of zero and infinity
/// @param category whether the number is finite, infinite or NaN
/// @param mantissa the mantissa of a finite number, an unsigned 64-bit integer; 0 for zero
/// @param exponent the exponent of a finite number
public record BinaryFloat(
    ScalarKind kind, boolean negative, Category category, long mantissa, int exponent) {

  public enum Category {
    FINITE,
    INFINITE,
    NAN
  }

  /// Decodes a number of at most eight bytes.
  static BinaryFloat ofBits(ScalarKind kind, long bits) {
    int size = 8 * kind.itemsize();
    int fractionBits = kind.significandBits() - 1;
    int exponentBits = size - 1 - fractionBits;
    int maxExponent = (1 << exponentBits) - 1;
    long fraction = bits & ((1L << fractionBits) - 1);
    int biased = (int) (bits >>> fractionBits) & maxExponent;
    boolean negative = (bits >>> (size - 1) & 1) != 0;
    if (kind == ScalarKind.FLOAT8_E4M3FN && biased == maxExponent) {
      // This type has no infinities: with the greatest exponent, all encodings but the last are
      // numbers.
      boolean last = fraction == (1 << fractionBits) - 1;
      return new BinaryFloat(
          kind,
          negative,
          last ? Category.NAN : Category.FINITE,
          last ? 0 : fraction | 1L << fractionBits,
          last ? 0 : biased - maxExponent / 2 - fractionBits);
    }
    if (biased == maxExponent) {
      return new BinaryFloat(
          kind, negative, fraction == 0 ? Category.INFINITE : Category.NAN, 0, 0);
    }
    long mantissa = biased == 0 ? fraction : fraction | 1L << fractionBits;
    return new BinaryFloat(
        kind,
        negative,
        Category.FINITE,
        mantissa,
        Math.max(biased, 1) - maxExponent / 2 - fractionBits);
  }

  /// Converts an integer, whose magnitude must have at most 64 bits.
  public static BinaryFloat of(BigInteger value) {
    return new BinaryFloat(
        ScalarKind.LONGDOUBLE, value.signum() < 0, Category.FINITE, value.abs().longValue(), 0);
  }

  /// Decodes an x87 long double; encodings that the processor treats as invalid are NaN.
  ///
  /// @param significand the low eight bytes
  /// @param signExponent the two bytes after them
  static BinaryFloat ofExtended(long significand, int signExponent) {
    boolean negative = (signExponent & 0x8000) != 0;
    int biased = signExponent & 0x7fff;
    Category category = biased == 0x7fff ? Category.INFINITE : Category.FINITE;
    if (ExtendedFloat.isNaN(significand, signExponent)) {
      category = Category.NAN;
    }
    return new BinaryFloat(
        ScalarKind.LONGDOUBLE, negative, category, significand, Math.max(biased, 1) - 0x3fff - 63);
  }

  public static BinaryFloat of(ScalarKind kind, double value) {
    return kind.isExtended()
        ? ofExtended(ExtendedFloat.significand(value), ExtendedFloat.signExponent(value))
        : ofBits(kind, ScalarBits.ofDouble(kind, value));
  }

  public boolean isFinite() {
    return category == Category.FINITE;
  }

  public boolean isZero() {
    return isFinite() && mantissa == 0;
  }

  int precision() {
    return kind.significandBits();
  }

  /// Whether the next smaller magnitude is half as far away as the next greater one: true for
  /// powers of two above the smallest normal number.
  boolean isLowerNeighbourNearer() {
    boolean powerOfTwo = mantissa == 1L << (precision() - 1);
    return powerOfTwo && exponent > lowestExponent();
  }

  private int lowestExponent() {
    int exponentBits = kind.isExtended() ? 15 : 8 * kind.itemsize() - precision();
    return 3 - (1 << (exponentBits - 1)) - precision();
  }

  /// The number of decimal digits that every number of the type preserves,
  /// `np.finfo(dtype).precision`. Types of `ml_dtypes` are printed as `f4` and have the number of
  /// `f4`.
  int decimalDigits() {
    ScalarKind printed = kind.isOfMlDtypes() ? ScalarKind.FLOAT32 : kind;
    return (int) ((printed.significandBits() - 1) * Math.log10(2));
  }

  public BigInteger significand() {
    return unsigned(mantissa);
  }

  /// Whether the number is finite and has no fractional part.
  public boolean isInteger() {
    return isFinite() && (isZero() || exponent + significand().getLowestSetBit() >= 0);
  }

  /// The number as an integer; requires [#isInteger].
  public BigInteger toBigInteger() {
    BigInteger magnitude = isZero() ? BigInteger.ZERO : significand().shiftLeft(exponent);
    return negative ? magnitude.negate() : magnitude;
  }

  /// Compares the magnitudes of two finite numbers.
  public int compareMagnitude(BinaryFloat other) {
    return compare(significand(), exponent, other.significand(), other.exponent);
  }

  /// Whether the magnitude of this finite number, divided by that of another and rounded to their
  /// format, exceeds 1000.
  boolean exceedsThousandTimes(BinaryFloat other) {
    // The quotient is rounded to 1000 if it is at most 1000 + 2^-half, the midpoint between 1000
    // and the next greater number of the format.
    int half = Math.max(2, precision() - 9);
    BigInteger limit = BigInteger.valueOf(1000).shiftLeft(half).add(BigInteger.ONE);
    return compare(
            significand(), exponent, other.significand().multiply(limit), other.exponent - half)
        > 0;
  }

  private static int compare(
      BigInteger first, int firstExponent, BigInteger second, int secondExponent) {
    int distance = firstExponent - secondExponent;
    return distance >= 0
        ? first.shiftLeft(distance).compareTo(second)
        : first.compareTo(second.shiftLeft(-distance));
  }

  private static BigInteger unsigned(long value) {
    BigInteger low = BigInteger.valueOf(value & Long.MAX_VALUE);
    return value < 0 ? low.setBit(63) : low;
  }
}
