package io.ndmap.op;

import io.ndmap.value.CanonicalNaN;

/// Count, mean and sum of squared deviations of an array's numbers, computed in one pass
/// (`NdView.moments`); they yield the variance and the standard deviation.
///
/// The mean is `NdView.sum` divided by the count; for `f4`, `f2` and integers it may differ from
/// `NdView.mean` in the last bit.
///
/// @param count the number of numbers, including NaN
/// @param mean the mean; NaN if there are no numbers or a number is NaN
/// @param squares the sum of squared deviations from the mean; 0 if there are no numbers, NaN if a
///   number is NaN or infinite

public record Moments(long count, double mean, double squares) {

  /// Replaces NaN by the canonical NaN.
  public Moments {
    mean = CanonicalNaN.of(mean);
    squares = CanonicalNaN.of(squares);
  }

  /// Returns the population variance, as `np.var`.
  ///
  /// @return NaN if there are no numbers
  public double var() {
    return var(0);
  }

  /// Returns the variance, as `np.var(ddof=…)`.
  ///
  /// @param ddof delta degrees of freedom, subtracted from the count in the divisor
  /// @return NaN if there are no numbers; NaN or infinite if the divisor is not positive
  public double var(int ddof) {
    return variance(squares, count, ddof);
  }

  /// Returns the population standard deviation, as `np.std`.
  ///
  /// @return NaN if there are no numbers
  public double std() {
    return std(0);
  }

  /// Returns the standard deviation, as `np.std(ddof=…)`.
  ///
  /// @param ddof delta degrees of freedom, subtracted from the count in the divisor
  /// @return NaN if there are no numbers; NaN or infinite if the divisor is not positive
  public double std(int ddof) {
    return Math.sqrt(var(ddof));
  }

  /// Returns the variance: the squared deviations divided by `count - ddof`, or by 0 if `count -
  /// ddof` is negative, as in NumPy.
  ///
  /// @param squares the sum of squared deviations from the mean
  /// @param count the number of numbers
  /// @param ddof delta degrees of freedom, subtracted from the count in the divisor
  /// @return NaN if there are no numbers
  public static double variance(double squares, long count, int ddof) {
    return count == 0 ? Double.NaN : squares / Math.max(count - ddof, 0);
  }
}
