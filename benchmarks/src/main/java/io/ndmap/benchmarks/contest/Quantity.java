package io.ndmap.benchmarks.contest;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;

/// Formats numbers.
public final class Quantity {

  private static final MathContext DIGITS = new MathContext(6);

  private Quantity() {}

  /// Formats a time with about three digits and a unit.
  ///
  /// @param nanos nanoseconds, or empty
  /// @return such as `35.6 ms`; `–` if empty
  public static String time(OptionalDouble nanos) {
    if (nanos.isEmpty()) {
      return "–";
    }
    double value = nanos.getAsDouble();
    if (value < 1e3) {
      return digits(value) + " ns";
    }
    return value < 1e6 ? digits(value / 1e3) + " µs" : digits(value / 1e6) + " ms";
  }

  /// Formats a number with about three digits.
  ///
  /// @param value the number, or empty
  /// @return such as `3.56`, `35.6`, `356`; `–` if empty
  public static String number(OptionalDouble value) {
    return value.isEmpty() ? "–" : digits(value.getAsDouble());
  }

  private static String digits(double value) {
    String format = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, value);
  }

  /// Formats a number as JSON, with six digits.
  ///
  /// @param value the number, or empty
  /// @return such as `35.6123`; `null` if empty
  public static String json(OptionalDouble value) {
    return value.isEmpty()
        ? "null"
        : BigDecimal.valueOf(value.getAsDouble()).round(DIGITS).toString();
  }
}
