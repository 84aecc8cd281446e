package io.ndmap.python;

import java.util.regex.Pattern;

/// A `decimal.Decimal` that a `BigDecimal` cannot represent: NaN, an infinity, a negative zero, or
/// an exponent beyond 32 bits.
///
/// @param text the text of Python's `str`, such as `NaN`, `sNaN12`, `-Infinity`, `-0.00`
public record PyDecimal(String text) {

  private static final Pattern DECIMAL =
      Pattern.compile("-?(?:Infinity|s?NaN\\d*|(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:E[+-]?\\d+)?)");

  /// Creates a decimal.
  ///
  /// @throws IllegalArgumentException if `text` is not the text of a decimal
  public PyDecimal {
    if (!DECIMAL.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + text + "' is not the text of a Decimal");
    }
  }
}
