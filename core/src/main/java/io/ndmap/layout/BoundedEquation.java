package io.ndmap.layout;

import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

/// Whether Σ a(k) × x(k) = b has a solution in integers 0 ≤ x(k) ≤ u(k), where all a(k) > 0. NumPy
/// reduces the overlap of two layouts to this problem, too (`mem_overlap.c`).
///
/// Values of x(k) are tried term by term, beginning with the smallest coefficient. A value is tried
/// only if the terms with larger coefficients may add up to the rest: the rest must be a multiple
/// of the greatest common divisor of these coefficients, and must not exceed the maximum sum of
/// these terms. For strides of arrays, few values pass this test, mostly one. In general the
/// problem is NP-hard, so the number of trials is bounded.
final class BoundedEquation {

  /// The maximum number of trials, which take at most a few milliseconds. If they do not suffice,
  /// the answer is that there may be a solution.
  private static final int MOST_CHOICES = 1 << 14;

  private final long[] coefficients;
  private final long[] bounds;

  // At index k: the greatest common divisor of the coefficients 0 to k, and the maximum sum of the
  // terms 0 to k. The largest coefficient comes first.
  private final long[] divisors;
  private final long[] reaches;

  /// Inverses of `coefficients[k] / divisors[k]` modulo `divisors[k - 1] / divisors[k]`.
  private final long[] inverses;

  private int choices;

  private BoundedEquation(long[] coefficients, long[] bounds) {
    int terms = coefficients.length;
    this.coefficients = coefficients;
    this.bounds = bounds;
    this.divisors = new long[terms];
    this.reaches = new long[terms];
    this.inverses = new long[terms];
    for (int k = 0; k < terms; k++) {
      long before = k == 0 ? 0 : divisors[k - 1];
      BigInteger coefficient = BigInteger.valueOf(coefficients[k]);
      divisors[k] = coefficient.gcd(BigInteger.valueOf(before)).longValueExact();
      reaches[k] =
          Math.addExact(
              k == 0 ? 0 : reaches[k - 1], Math.multiplyExact(coefficients[k], bounds[k]));
      inverses[k] =
          k == 0
              ? 0
              : BigInteger.valueOf(coefficients[k] / divisors[k])
                  .modInverse(BigInteger.valueOf(before / divisors[k]))
                  .longValueExact();
    }
  }

  /// The left-hand side of an equation.
  static final class Terms {
    private final TreeMap<Long, Long> bounds = new TreeMap<>((a, b) -> Long.compare(b, a));

    /// Adds a term; terms with the same coefficient are merged.
    ///
    /// @param bound the greatest value of the variable, at least 0
    /// @throws ArithmeticException if the sum of the bounds of one coefficient exceeds 2⁶³-1
    Terms add(long coefficient, long bound) {
      if (bound > 0) {
        bounds.merge(coefficient, bound, Math::addExact);
      }
      return this;
    }

    /// Returns a copy, to which other terms can be added.
    Terms copy() {
      Terms same = new Terms();
      same.bounds.putAll(bounds);
      return same;
    }

    /// Whether the terms can add up to a sum; also true if the bounded search finds no answer.
    ///
    /// @throws ArithmeticException if the maximum sum of all terms, each limited to `sum`, exceeds
    ///   2⁶³-1
    boolean mayBe(long sum) {
      if (sum <= 0 || bounds.isEmpty()) {
        return sum == 0;
      }
      long[] most = new long[bounds.size()];
      long[] coefficients = new long[most.length];
      int k = 0;
      for (Map.Entry<Long, Long> term : bounds.entrySet()) {
        coefficients[k] = term.getKey();
        most[k] = Math.min(term.getValue(), sum / coefficients[k]);
        k++;
      }
      return new BoundedEquation(coefficients, most).hasSolution(most.length - 1, sum);
    }
  }

  private boolean hasSolution(int term, long sum) {
    if (sum > reaches[term] || sum % divisors[term] != 0) {
      return false;
    }
    if (term == 0) {
      return true;
    }
    long coefficient = coefficients[term];
    long step = divisors[term - 1] / divisors[term];
    long first = residue(sum / divisors[term], inverses[term], step);
    long low = Math.max(0, Math.ceilDiv(sum - reaches[term - 1], coefficient));
    long high = Math.min(bounds[term], sum / coefficient);
    long skipped = Math.floorMod(first - low, step);
    if (skipped > high - low) {
      return false;
    }
    for (long x = low + skipped; ; x += step) {
      choices++;
      if (choices > MOST_CHOICES || hasSolution(term - 1, sum - x * coefficient)) {
        return true;
      }
      if (step > high - x) {
        return false;
      }
    }
  }

  private static long residue(long value, long inverse, long modulus) {
    if (modulus == 1) {
      return 0;
    }
    return BigInteger.valueOf(value)
        .multiply(BigInteger.valueOf(inverse))
        .mod(BigInteger.valueOf(modulus))
        .longValueExact();
  }
}
