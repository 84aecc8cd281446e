package io.ndmap.loop.function;

/// Functions of single doubles that [StrictMath] lacks, with the same bits on all platforms.
/// Results for floats are rounded by the caller.
public final class ScalarMath {

  public static final double LOG_2 = StrictMath.log(2);

  /// The mask of the fraction bits, and the bits of 1.
  private static final long DIGITS = (1L << 52) - 1;

  private static final long ONE = Double.doubleToRawLongBits(1);

  private static final double ROOT_2 = Math.sqrt(2);

  /// Beyond this magnitude, the base-2 exponential is infinity or 0.
  private static final double EXPONENTS = 1100;

  /// 2 to the powers 0, 1/4, 1/2 and 3/4, and the errors of these doubles.
  private static final double[] QUARTERS = {
    1, 1.189207115002721, 1.4142135623730951, 1.681792830507429
  };

  private static final double[] LACKING = {
    0, 3.982015231465646e-17, -9.667293313452913e-17, 8.199010020581497e-17
  };

  private static final Base TWO = new Base(1.4426950408889634, 2.0355273740931033e-17, 1, 0);

  private static final Base TEN =
      new Base(
          0.4342944819032518, 1.098319650216765e-17, 0.30102999566224753, 1.7336659603752853e-12);

  /// Coefficients of the exponential: the inverse factorials of 9 to 2.
  private static final double[] EXPONENTIAL = {
    1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2
  };

  /// Coefficients of the inverse hyperbolic tangent, for its odd powers from the 21st to the third.
  private static final double[] ATANH = {
    1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3
  };

  /// From this number on, 1 is negligible compared with the square of a number.
  private static final double LARGE = 0x1p28;

  /// The base of a logarithm.
  ///
  /// @param factor the factor by which the natural logarithm is multiplied
  /// @param factorLacks the error of `factor`
  /// @param two the logarithm of 2 to this base; its multiples up to the largest exponent are all
  ///   doubles
  /// @param twoLacks the error of `two`
  private record Base(double factor, double factorLacks, double two, double twoLacks) {}

  private ScalarMath() {}

  /// Returns the power as in C, with the same bits on all platforms. C defines some powers of 1 and
  /// -1 that are NaN in Java.
  static double power(double a, double b) {
    return a == 1 || (a == -1 && Double.isInfinite(b)) ? 1 : StrictMath.pow(a, b);
  }

  /// Reduces the argument by the nearest multiple of 1/4, so that the series has a small argument.
  public static double exp2(double a) {
    if (!(Math.abs(a) < EXPONENTS)) {
      return a < 0 ? 0 : a * Double.POSITIVE_INFINITY;
    }
    double quarters = Math.rint(4 * a);
    double h = (a - quarters / 4) * LOG_2;
    double more = h + h * h * series(EXPONENTIAL, h);
    int exponent = (int) quarters >> 2;
    int quarter = (int) quarters & 3;
    double power = QUARTERS[quarter] + (LACKING[quarter] + QUARTERS[quarter] * more);
    return Math.scalb(power, exponent);
  }

  /// Evaluates a polynomial by Horner's rule.
  private static double series(double[] coefficients, double x) {
    double sum = 0;
    for (double coefficient : coefficients) {
      sum = sum * x + coefficient;
    }
    return sum;
  }

  public static double log2(double a) {
    return log(a, TWO);
  }

  public static double log10(double a) {
    return log(a, TEN);
  }

  /// Adds the logarithms of a power of two and of a number near 1, both in more than double
  /// precision.
  private static double log(double a, Base base) {
    if (!(a > 0 && a < Double.POSITIVE_INFINITY)) {
      return StrictMath.log(a);
    }
    boolean isNormal = a >= Double.MIN_NORMAL;
    double normal = isNormal ? a : a * 0x1p64;
    int exponent = Math.getExponent(normal);
    long digits = Double.doubleToRawLongBits(normal) & DIGITS;
    double mantissa = Double.longBitsToDouble(digits | ONE);
    if (mantissa > ROOT_2) {
      exponent++;
      mantissa /= 2;
    }
    int scale = isNormal ? exponent : exponent - 64;
    double f = mantissa - 1;
    double half = f * f / 2;
    double s = f / (2 + f);
    double z = s * s;
    // log(1 + f) is 2 atanh(s); the part f - half is added separately.
    double rest = s * (half + 2 * z * series(ATANH, z));
    double high = f - half;
    double low = f - high - half + rest;
    double product = high * base.factor;
    double lost = Math.fma(high, base.factor, -product);
    lost += high * base.factorLacks + low * base.factor + scale * base.twoLacks;
    double whole = scale * base.two;
    double sum = whole + product;
    return sum + (whole - sum + product + lost);
  }

  public static double asinh(double a) {
    double size = Math.abs(a);
    double square = size * size;
    double result;
    if (size > LARGE) {
      result = StrictMath.log(size) + LOG_2;
    } else if (size > 2) {
      result = StrictMath.log(2 * size + 1 / (Math.sqrt(square + 1) + size));
    } else {
      result = StrictMath.log1p(size + square / (1 + Math.sqrt(1 + square)));
    }
    return Math.copySign(result, a);
  }

  static double acosh(double a) {
    if (!(a >= 1)) {
      return Double.NaN;
    }
    if (a > LARGE) {
      return StrictMath.log(a) + LOG_2;
    }
    if (a > 2) {
      return StrictMath.log(2 * a - 1 / (a + Math.sqrt(a * a - 1)));
    }
    double more = a - 1;
    return StrictMath.log1p(more + Math.sqrt(2 * more + more * more));
  }

  public static double atanh(double a) {
    double size = Math.abs(a);
    double twice = 2 * size;
    double ratio = size < 0.5 ? twice + twice * size / (1 - size) : twice / (1 - size);
    return Math.copySign(StrictMath.log1p(ratio) / 2, a);
  }

  static double fraction(double a) {
    double rest = Double.isInfinite(a) ? 0 : a % 1;
    return Math.copySign(rest, a);
  }

  static double mantissa(double a) {
    return Math.scalb(a, -exponent(a));
  }

  /// Returns the exponent for a mantissa in [0.5, 1), like `frexp`.
  static int exponent(double a) {
    if (a == 0 || !Double.isFinite(a)) {
      return 0;
    }
    boolean isNormal = Math.abs(a) >= Double.MIN_NORMAL;
    return isNormal ? Math.getExponent(a) + 1 : Math.getExponent(a * 0x1p64) - 63;
  }

  static double logAddExp2(double a, double b) {
    if (a == b) {
      return a + 1;
    }
    double more = StrictMath.log1p(exp2(-Math.abs(a - b))) / LOG_2;
    return Math.max(a, b) + more;
  }

  /// Computes as NumPy does: the larger number plus a correction.
  static double logAddExp(double a, double b) {
    if (a == b) {
      return a + LOG_2;
    }
    return Math.max(a, b) + StrictMath.log1p(StrictMath.exp(-Math.abs(a - b)));
  }
}
