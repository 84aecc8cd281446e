package io.ndmap.nd;

import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.ItemKeys;
import io.ndmap.kernel.WideSum;
import java.math.BigInteger;
import java.util.Optional;

/// What an array's numbers amount to; NaN, and `NaT` among times, are counted apart and take no
/// part in the rest.
///
/// Integers, booleans (0 and 1) and times (their ticks) give exact minima, maxima and sums, as
/// `Long` or, beyond 64 bits, as `BigInteger`; floating-point numbers give `Double`s, long doubles
/// as their nearest doubles. A floating-point sum is infinite or NaN where it, or what has been
/// added up on the way to it, exceeds a double.
///
/// @param count how many items are numbers
/// @param nan how many are NaN or `NaT`
/// @param min the smallest number, or nothing if there is none
/// @param max the largest number, or nothing if there is none
/// @param sum the sum, 0 if there are no numbers
/// @param mean the sum divided by the count, or NaN if there are no numbers
/// @param std the population's standard deviation (`ddof=0`), NaN if there are no numbers or one is
///   infinite, infinite or NaN where sums or squares exceed a double
public record Statistics(
    long count,
    long nan,
    Optional<Number> min,
    Optional<Number> max,
    Number sum,
    double mean,
    double std) {

  /// Makes every NaN the same, so that equal statistics have equal bits.
  public Statistics {
    sum = sum instanceof Double value ? (Number) CanonicalNaN.of(value) : sum;
    mean = CanonicalNaN.of(mean);
    std = CanonicalNaN.of(std);
  }

  /// Computes the statistics in one pass and in bounded memory.
  ///
  /// Floating-point sums are as those of [NdView#sum]: the result has the same bits on every
  /// machine, for every number of threads and for every transpose, while a copy in another layout
  /// may differ in the last bits.
  ///
  /// @param view real numbers, booleans or times
  /// @return the statistics
  /// @throws DTypeException if the items are anything else; the message says what to take of them
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public static Statistics of(Items view) {
    if (view.dtype() instanceof TimeType) {
      return integers(view, ScalarKind.INT64, ItemKeys.TIMES);
    }
    if (!(view.dtype() instanceof ScalarType scalar) || scalar.kind().isComplex()) {
      throw view.notA("a real number");
    }
    ScalarKind kind = scalar.kind();
    if (view instanceof Items bytes) {
      return bytes(bytes, kind);
    }
    return kind.isFloat()
        ? WholeReduction.of(view, () -> new FloatStatisticsFold(kind, view.isBigEndian())).statistics()
        : integers(view, kind, Folds.keys(kind));
  }

  private static Statistics integers(Items view, ScalarKind kind, ItemKeys keys) {
    return WholeReduction.of(view, () -> new IntegerStatisticsFold(kind, view.isBigEndian(), keys))
        .statistics();
  }

  private static Statistics bytes(Items view, ScalarKind kind) {
    long count = view.itemCount();
    if (count == 0) {
      return new Statistics(0, 0, Optional.empty(), Optional.empty(), 0L, Double.NaN, Double.NaN);
    }
    long[] counts = WholeReduction.of(view, ByteCounts::new).counts();
    WideSum sum = new WideSum();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        long value = ScalarBits.toLong(kind, b);
        min = Math.min(min, value);
        max = Math.max(max, value);
        // At most 2⁵⁵ bytes are addressable.
        sum.add(value * counts[b]);
      }
    }
    double mean = sum.mean(count);
    double squares = 0;
    for (int b = 0; b < counts.length; b++) {
      double distance = ScalarBits.toLong(kind, b) - mean;
      squares += counts[b] * distance * distance;
    }
    return new Statistics(
        count,
        0,
        Optional.of(min),
        Optional.of(max),
        integer(sum),
        mean,
        Math.sqrt(squares / count));
  }

  static Number integer(WideSum sum) {
    return integer(sum.exact());
  }

  static Number integer(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Number) value.longValue() : value;
  }
}
