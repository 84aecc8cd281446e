package io.ndmap.op;

import io.ndmap.value.CanonicalNaN;
import java.util.Optional;

/// Statistics of an array's numbers; NaN, and `NaT` among times, are counted but otherwise ignored.
///
/// Integers, booleans (0 and 1) and times (their ticks) have exact minima, maxima and sums, as
/// `Long` or, beyond 64 bits, as `BigInteger`; for floating-point numbers, minima, maxima and sums
/// are `Double`s, to which long doubles are rounded. A floating-point sum is infinite or NaN if the
/// sum or a partial sum exceeds the range of doubles.
///
/// @param count the number of elements that are numbers
/// @param nan the number of NaN or `NaT`
/// @param min the smallest number, empty if there is none
/// @param max the largest number, empty if there is none
/// @param sum the sum, 0 if there are no numbers
/// @param mean the sum divided by the count, or NaN if there are no numbers
/// @param std the population standard deviation (`ddof=0`); NaN if there are no numbers or a number
///   is infinite; infinite or NaN if a sum or a square exceeds the range of doubles
public record Statistics(
    long count,
    long nan,
    Optional<Number> min,
    Optional<Number> max,
    Number sum,
    double mean,
    double std) {

  /// Replaces every NaN by the canonical NaN, so that equal statistics have equal bits.
  public Statistics {
    sum = sum instanceof Double value ? (Number) CanonicalNaN.of(value) : sum;
    mean = CanonicalNaN.of(mean);
    std = CanonicalNaN.of(std);
  }
}
