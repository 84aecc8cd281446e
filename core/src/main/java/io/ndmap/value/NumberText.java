package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;

/// Formats one floating-point number with the fewest digits that read back as the same number.
public final class NumberText {

  // NumPy prints `f8` and long doubles from 10¹⁶ on with an exponent, `1e+16`. For narrower types,
  // this power of ten is the number of decimal digits that the type preserves.
  private static final int MAX_POSITIONAL = 16;
  private static final double MIN_POSITIONAL = 1e-4;

  // The long double nearest to 10⁻⁴; it differs from the nearest double.
  private static final BinaryFloat MIN_POSITIONAL_LONG_DOUBLE =
      BinaryFloat.ofExtended(0xd1b71758e219652cL, 0x3ff1);

  private NumberText() {}

  /// The shortest text that reads back as the same number of its type, as NumPy's `str` of a
  /// scalar: `0.1` for the `f4` nearest to 0.1, not its exact value 0.10000000149011612. Positional
  /// from 10⁻⁴ to below 10¹⁶ (`f4` and types of `ml_dtypes`: 10⁶, `f2`: 10³), otherwise with an
  /// exponent of at least two digits: `1e-05`, `1.5e+300`. Finite numbers are valid JSON.
  ///
  /// @param kind a floating-point type, or a complex type for one of its parts; integers, booleans
  ///   and long doubles are formatted as [ScalarKind#FLOAT64]
  /// @param value the number; it is rounded to the type
  /// @return the text; `nan`, `inf` or `-inf` if the number is not finite
  public static String shortest(ScalarKind kind, double value) {
    ScalarKind part = kind.part();
    boolean small = part.isNarrow() || part == ScalarKind.FLOAT32;
    return scalar(BinaryFloat.of(small ? part : ScalarKind.FLOAT64, value));
  }

  /// A real scalar as `str` writes it: with a digit after the point unless it has an exponent.
  public static String scalar(BinaryFloat number) {
    String text = shortest(number);
    boolean positional = number.isFinite() && text.indexOf('.') < 0 && text.indexOf('e') < 0;
    return positional ? text + ".0" : text;
  }

  /// A complex scalar as `str` writes it: `(1+2j)`, or `2j` if the real part is a positive zero.
  public static String scalar(BinaryFloat real, BinaryFloat imaginary) {
    String second = shortest(imaginary) + "j";
    if (real.isZero() && !real.negative()) {
      return second;
    }
    boolean signed = second.charAt(0) == '-';
    return "(" + shortest(real) + (signed ? "" : "+") + second + ")";
  }

  private static String shortest(BinaryFloat number) {
    String sign = number.negative() ? "-" : "";
    return switch (number.category()) {
      case NAN -> "nan";
      case INFINITE -> sign + "inf";
      case FINITE -> sign + finite(number);
    };
  }

  private static String finite(BinaryFloat number) {
    DecimalDigits decimal = DecimalDigits.shortest(number);
    if (isPositional(number, decimal)) {
      String fraction = decimal.fraction();
      return decimal.whole() + (fraction.isEmpty() ? "" : "." + fraction);
    }
    String fraction = decimal.scientificFraction();
    return decimal.digits().charAt(0)
        + (fraction.isEmpty() ? "" : "." + fraction)
        + "e"
        + decimal.scientificExponent(2);
  }

  private static boolean isPositional(BinaryFloat number, DecimalDigits decimal) {
    if (number.isZero()) {
      return true;
    }
    ScalarKind kind = number.kind();
    boolean isWide = kind == ScalarKind.FLOAT64 || kind.isExtended();
    int limit = isWide ? MAX_POSITIONAL : number.decimalDigits();
    if (decimal.exponent() > -4 && decimal.exponent() < limit - 1) {
      return true;
    }
    // Near the limits, the digits may be rounded beyond a limit: compare the exact number.
    BinaryFloat least =
        kind.isExtended()
            ? MIN_POSITIONAL_LONG_DOUBLE
            : BinaryFloat.of(ScalarKind.FLOAT64, MIN_POSITIONAL);
    BinaryFloat end = BinaryFloat.of(ScalarKind.FLOAT64, Math.pow(10, limit));
    return number.compareMagnitude(least) >= 0 && number.compareMagnitude(end) < 0;
  }
}
