package io.ndmap.op;

import io.ndmap.value.CanonicalNaN;

/// Count, mean and sum of squared deviations of an array's numbers: the mean, variance and standard
/// deviation, computed in one pass (`NdView.moments`).
///
/// The mean is `NdView.sum` divided by the count; of `f4`, `f2` and integers it may differ from
/// `NdView.mean` in the last bit.
///
/// @param count how many numbers there are
/// @param mean NaN if there are none
/// @param squares the sum of squared deviations, 0 if there are none; NaN if a number is NaN or
///   infinite

public record Moments(long count, double mean, double squares) {

  /// Replaces NaN by the canonical one.
  public Moments {
    mean = CanonicalNaN.of(mean);
    squares = CanonicalNaN.of(squares);
  }

  /// The population variance, as `np.var`.
  ///
  /// @return NaN if there are no numbers
  public double var() {
    return var(0);
  }

  /// The variance, as `np.var(ddof=…)`.
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @return NaN if there are no numbers; NaN or infinite where the divisor is not above zero
  public double var(int ddof) {
    return variance(squares, count, ddof);
  }

  /// The population standard deviation, as `np.std`.
  ///
  /// @return NaN if there are no numbers
  public double std() {
    return std(0);
  }

  /// The standard deviation, as `np.std(ddof=…)`.
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @return NaN if there are no numbers; NaN or infinite where the divisor is not above zero
  public double std(int ddof) {
    return Math.sqrt(var(ddof));
  }

  /// Squared deviations divided as NumPy does it: never by less than zero.
  ///
  /// @param squares the sum of squared deviations from the mean
  /// @param count of numbers
  /// @param ddof what is subtracted from the count
  /// @return NaN of no numbers
  public static double variance(double squares, long count, int ddof) {
    return count == 0 ? Double.NaN : squares / Math.max(count - ddof, 0);
  }
}
