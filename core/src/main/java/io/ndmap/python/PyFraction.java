package io.ndmap.python;

import java.math.BigInteger;

/// A rational number, `fractions.Fraction`, in lowest terms.
///
/// @param numerator the numerator, which has the sign
/// @param denominator the denominator, greater than 0 in the created fraction
public record PyFraction(BigInteger numerator, BigInteger denominator) {

  /// Creates a fraction and reduces it to lowest terms.
  ///
  /// @throws ArithmeticException if the denominator is 0
  public PyFraction {
    if (denominator.signum() == 0) {
      throw new ArithmeticException("the denominator of a fraction must not be 0");
    }
    BigInteger divisor = numerator.gcd(denominator);
    if (denominator.signum() < 0) {
      divisor = divisor.negate();
    }
    numerator = numerator.divide(divisor);
    denominator = denominator.divide(divisor);
  }
}
