package io.ndmap.arithmetic;

import io.ndmap.move.Extended;

/// Cumulative sums and products of long doubles, each rounded to 64 bits of significand, ties to
/// even, as by the x87. NaN results are canonical; an operand with an invalid encoding yields NaN.
///
/// A number is stored in two longs: the first has the significand, the second the sign and the
/// exponent.
final class RunningExtended {

  /// The bits of sign and exponent in the second long of a number. The higher bits are unspecified.
  private static final int SIGN_EXPONENT = 0xffff;

  private static final int MAX_EXPONENT = 0x7fff;
  private static final long LEADING_BIT = Long.MIN_VALUE;
  private static final long QUIET_NAN = 3L << 62;

  private static final int BIAS = 16383;

  private final boolean multiplies;
  private long significand;
  private int signExponent;

  /// @param multiplies whether to multiply instead of adding
  RunningExtended(boolean multiplies) {
    this.multiplies = multiplies;
    clear();
  }

  /// Resets the sum or product to the neutral element for all numbers, including zeros of both
  /// signs.
  final void clear() {
    significand = multiplies ? LEADING_BIT : 0;
    signExponent = multiplies ? BIAS : Extended.SIGN;
  }

  private void with(long other, int otherSignExponent) {
    if (multiplies) {
      multiply(other, otherSignExponent);
    } else {
      add(other, otherSignExponent);
    }
  }

  /// Replaces each number by the cumulative sum or product up to and including this number.
  ///
  /// @param items the numbers, two longs each
  /// @param count the number of numbers
  void run(long[] items, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      with(items[i], (int) items[i + 1] & SIGN_EXPONENT);
      items[i] = significand;
      items[i + 1] = signExponent;
    }
  }

  /// Adds each number to the sum with the same index, or multiplies the product with the same index
  /// by it.
  ///
  /// @param items the numbers, two longs each; they are replaced by the new sums
  /// @param sums the sums so far; they are updated
  /// @param first whether there are no sums yet
  /// @param count the number of sums
  void step(long[] items, long[] sums, boolean first, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      if (first) {
        clear();
      } else {
        set(sums[i], (int) sums[i + 1]);
      }
      with(items[i], (int) items[i + 1] & SIGN_EXPONENT);
      items[i] = significand;
      items[i + 1] = signExponent;
    }
    System.arraycopy(items, 0, sums, 0, 2 * count);
  }

  long significand() {
    return significand;
  }

  int signExponent() {
    return signExponent;
  }

  /// Sets the sum or product to a number.
  void set(long number, int numberSignExponent) {
    significand = number;
    signExponent = numberSignExponent & SIGN_EXPONENT;
  }

  /// Changes the sign of the sum or product.
  void negate() {
    signExponent ^= Extended.SIGN;
  }

  /// Multiplies by a number.
  void multiply(long other, int otherSignExponent) {
    int exponent = signExponent & MAX_EXPONENT;
    int otherExponent = otherSignExponent & MAX_EXPONENT;
    int sign = (signExponent ^ otherSignExponent) & Extended.SIGN;
    if (isSpecial(significand, exponent) || isSpecial(other, otherExponent)) {
      multiplySpecial(other, otherSignExponent, sign);
      return;
    }
    if (significand == 0 || other == 0) {
      set(0, sign);
      return;
    }
    int zeros = Long.numberOfLeadingZeros(significand);
    int otherZeros = Long.numberOfLeadingZeros(other);
    long a = significand << zeros;
    long b = other << otherZeros;
    long high = Math.unsignedMultiplyHigh(a, b);
    long low = a * b;
    int scale = Math.max(1, exponent) - zeros + Math.max(1, otherExponent) - otherZeros - BIAS + 1;
    if (high >= 0) {
      high = high << 1 | low >>> 63;
      low <<= 1;
      scale--;
    }
    if (scale < 1) {
      int distance = 1 - scale;
      long rest = low == 0 ? 0 : 1;
      low = below(high, distance) | rest;
      high = distance < 64 ? high >>> distance : 0;
      scale = 1;
    }
    round(sign, scale, high, low);
  }

  private void multiplySpecial(long other, int otherSignExponent, int sign) {
    boolean infinite = isInfinite(significand, signExponent);
    boolean otherInfinite = isInfinite(other, otherSignExponent);
    boolean nan =
        (!infinite && (isSpecial(significand, signExponent & MAX_EXPONENT) || significand == 0))
            || (!otherInfinite
                && (isSpecial(other, otherSignExponent & MAX_EXPONENT) || other == 0));
    set(nan ? QUIET_NAN : LEADING_BIT, nan ? MAX_EXPONENT : sign | MAX_EXPONENT);
  }

  /// Adds a number.
  void add(long other, int otherSignExponent) {
    int exponent = signExponent & MAX_EXPONENT;
    int otherExponent = otherSignExponent & MAX_EXPONENT;
    if (isSpecial(significand, exponent) || isSpecial(other, otherExponent)) {
      addSpecial(other, otherSignExponent);
      return;
    }
    int sign = signExponent & Extended.SIGN;
    int otherSign = otherSignExponent & Extended.SIGN;
    // Subnormal and pseudo-denormal numbers have the scale of exponent 1.
    int scale = Math.max(1, exponent);
    int otherScale = Math.max(1, otherExponent);
    boolean larger =
        scale > otherScale
            || (scale == otherScale && Long.compareUnsigned(significand, other) >= 0);
    long great = larger ? significand : other;
    long small = larger ? other : significand;
    int greatSign = larger ? sign : otherSign;
    int greatScale = larger ? scale : otherScale;
    int distance = Math.abs(scale - otherScale);
    long high = distance < 64 ? small >>> distance : 0;
    long low = below(small, distance);
    if (sign == otherSign) {
      plus(greatSign, greatScale, great, high, low);
    } else {
      minus(greatSign, greatScale, great, high, low);
    }
  }

  /// The 64 bits that a right shift of a number moves below the lowest bit of the result. The last
  /// of these bits is sticky: it is also set if any bit shifted further is set.
  private static long below(long small, int distance) {
    if (distance == 0) {
      return 0;
    }
    if (distance <= 64) {
      return distance == 64 ? small : small << (64 - distance);
    }
    if (distance >= 128) {
      return small == 0 ? 0 : 1;
    }
    return (small >>> (distance - 64)) | (small << (128 - distance) == 0 ? 0 : 1);
  }

  private void plus(int sign, int scale, long great, long high, long low) {
    long sum = great + high;
    if (Long.compareUnsigned(sum, great) < 0) {
      // `low >>> 1` loses no bit: a carry is possible only if the smaller number was shifted by
      // less than 64 bits, and then the lowest bit of `low` is 0.
      round(sign, scale + 1, (sum >>> 1) | LEADING_BIT, (low >>> 1) | (sum << 63));
    } else {
      round(sign, scale, sum, low);
    }
  }

  private void minus(int sign, int scale, long great, long high, long low) {
    long difference = great - high - (low == 0 ? 0 : 1);
    long rest = -low;
    if ((difference | rest) == 0) {
      significand = 0;
      signExponent = 0;
      return;
    }
    int zeros =
        difference == 0
            ? 64 + Long.numberOfLeadingZeros(rest)
            : Long.numberOfLeadingZeros(difference);
    int shift = Math.min(zeros, scale - 1);
    if (shift >= 64) {
      round(sign, scale - shift, rest << (shift - 64), 0);
    } else if (shift == 0) {
      round(sign, scale, difference, rest);
    } else {
      round(sign, scale - shift, (difference << shift) | (rest >>> (64 - shift)), rest << shift);
    }
  }

  private void round(int sign, int scale, long high, long low) {
    int half = Long.compareUnsigned(low, LEADING_BIT);
    long rounded = high + (half > 0 || (half == 0 && (high & 1) == 1) ? 1 : 0);
    boolean carried = rounded == 0 && high != 0;
    significand = carried ? LEADING_BIT : rounded;
    int exponent = significand < 0 ? scale + (carried ? 1 : 0) : 0;
    if (exponent >= MAX_EXPONENT) {
      significand = LEADING_BIT;
      exponent = MAX_EXPONENT;
    }
    signExponent = sign | exponent;
  }

  /// Whether a number is infinite, NaN or an invalid encoding.
  private static boolean isSpecial(long significand, int exponent) {
    return exponent == MAX_EXPONENT || (exponent != 0 && significand >= 0);
  }

  private void addSpecial(long other, int otherSignExponent) {
    boolean infinite = isInfinite(significand, signExponent);
    boolean otherInfinite = isInfinite(other, otherSignExponent);
    boolean nan =
        (!infinite && isSpecial(significand, signExponent & MAX_EXPONENT))
            || (!otherInfinite && isSpecial(other, otherSignExponent & MAX_EXPONENT))
            || (infinite && otherInfinite && signExponent != otherSignExponent);
    if (nan) {
      significand = QUIET_NAN;
      signExponent = MAX_EXPONENT;
    } else if (otherInfinite) {
      significand = other;
      signExponent = otherSignExponent;
    }
  }

  private static boolean isInfinite(long significand, int signExponent) {
    return (signExponent & MAX_EXPONENT) == MAX_EXPONENT && significand == LEADING_BIT;
  }
}
