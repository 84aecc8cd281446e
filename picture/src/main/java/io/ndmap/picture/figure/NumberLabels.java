package io.ndmap.picture.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Formats numbers for figures.
final class NumberLabels {

  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  /// Numbers below 10 to the power of `-MOST_ZEROS`, or from 10 to the power of `MOST_DIGITS` on,
  /// are written with an exponent.
  private static final int MOST_ZEROS = 4;

  private static final int MOST_DIGITS = 7;

  private NumberLabels() {}

  /// A number with at most six digits: `0.25`, `1234.5`, `1.5e-7`. Integers below ten million have
  /// all their digits.
  static String text(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e7) {
      return Long.toString((long) value);
    }
    return text(new BigDecimal(value).round(DIGITS));
  }

  /// A number with as many digits as needed to distinguish it from other doubles.
  static String exact(double value) {
    return Double.isFinite(value) ? text(new BigDecimal(Double.toString(value))) : text(value);
  }

  /// A decimal number with all its digits.
  static String text(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    int exponent = stripped.precision() - stripped.scale() - 1;
    if (stripped.signum() == 0 || (exponent >= -MOST_ZEROS && exponent < MOST_DIGITS)) {
      return stripped.toPlainString();
    }
    BigDecimal mantissa = stripped.scaleByPowerOfTen(-exponent);
    return mantissa.toPlainString() + "e" + exponent;
  }
}
