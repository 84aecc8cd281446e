package io.ndmap.loop.plain;

/// Powers of integers, as in NumPy.
final class Powers {

  private Powers() {}

  /// Returns the low 64 bits of a power.
  ///
  /// @throws ArithmeticException if the exponent is negative
  static long signed(long base, long exponent) {
    if (exponent < 0) {
      throw new ArithmeticException(
          "cannot raise integers to the negative power "
              + exponent
              + ", as in NumPy: convert one side to floating-point numbers first");
    }
    return unsigned(base, exponent);
  }

  /// Like [#signed], with an unsigned exponent.
  static long unsigned(long base, long exponent) {
    long power = 1;
    long square = base;
    for (long rest = exponent; rest != 0; rest >>>= 1) {
      power *= (rest & 1) == 0 ? 1 : square;
      square *= square;
    }
    return power;
  }
}
