package io.ndmap.loop.plain;

/// Common divisors and multiples of unsigned integers, which wrap.
final class Divisors {

  private Divisors() {}

  /// Returns the greatest common divisor; 0 if both are 0.
  static long gcd(long a, long b) {
    long one = a;
    long other = b;
    while (other != 0) {
      long rest = Long.remainderUnsigned(one, other);
      one = other;
      other = rest;
    }
    return one;
  }

  /// Returns the lowest common multiple.
  static long lcm(long a, long b) {
    long gcd = gcd(a, b);
    return gcd == 0 ? 0 : Long.divideUnsigned(a, gcd) * b;
  }
}
