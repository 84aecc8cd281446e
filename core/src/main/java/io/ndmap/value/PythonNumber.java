package io.ndmap.value;

import java.math.BigInteger;

/// Converts the caller's number to the counterpart of a Python `int` or `float`: a `Long`, a
/// `BigInteger` if a `Long` cannot represent the integer, or a `Double`.
public final class PythonNumber {

  private PythonNumber() {}

  /// @throws IllegalArgumentException if the class of the number is not supported, such as
  ///   `BigDecimal`
  public static Number of(Number number) {
    return switch (number) {
      case Long _, Double _ -> number;
      case Byte _, Short _, Integer _ -> number.longValue();
      case Float real -> real.doubleValue();
      case BigInteger integer when integer.bitLength() < Long.SIZE -> integer.longValue();
      case BigInteger _ -> number;
      default ->
          throw new IllegalArgumentException(
              "a number combined with an array is a Byte, Short, Integer, Long or BigInteger, a"
                  + " Float or a Double, found "
                  + number
                  + " of "
                  + number.getClass().getName());
    };
  }

  /// Converts a number to a double.
  ///
  /// @throws ArithmeticException if the number is an integer beyond the range of doubles
  public static double toDouble(Number number) {
    double nearest = number.doubleValue();
    if (number instanceof BigInteger && Double.isInfinite(nearest)) {
      throw new ArithmeticException(
          "no double is near an integer of " + number.toString().length() + " digits");
    }
    return nearest;
  }
}
