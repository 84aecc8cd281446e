package io.ndmap.loop.plain;

/// Powers, as C and NumPy have them.
final class Powers {

  private Powers() {}

  /// The low bits of a power.
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

  /// The same with an exponent without a sign.
  static long unsigned(long base, long exponent) {
    long power = 1;
    long square = base;
    for (long rest = exponent; rest != 0; rest >>>= 1) {
      power *= (rest & 1) == 0 ? 1 : square;
      square *= square;
    }
    return power;
  }

  /// As C has it, which knows 1 and -1 to powers that Java takes for NaN; the same everywhere.
  static double power(double a, double b) {
    return a == 1 || (a == -1 && Double.isInfinite(b)) ? 1 : StrictMath.pow(a, b);
  }
}
