package io.ndmap.op;

/// The rule by which numbers count as equal, as in `numpy.isclose`: they are equal, such as two
/// infinities of one sign, or `b` is finite and `|a - b| <= atol + rtol * |b|`. `NdView.isClose`
/// and `NdView.allClose` compute in NumPy's dtypes, `NdView.differences` in double precision.
///
/// @param relative `rtol`, relative to the element of the second array
/// @param absolute `atol`
/// @param nanEqual whether NaN equals NaN and `NaT` equals `NaT`; a complex number is NaN if one of
///   its parts is NaN
public record Tolerance(double relative, double absolute, boolean nanEqual) {

  /// Exact equality, where NaN equals NaN, as in `numpy.testing.assert_array_equal`.
  public static final Tolerance EXACT = new Tolerance(0, 0, true);

  /// The defaults of `numpy.isclose`: 1e-5 and 1e-8; NaN is close to nothing.
  public static final Tolerance DEFAULT = new Tolerance(1e-5, 1e-8, false);

  /// Creates the rule.
  ///
  /// @throws IllegalArgumentException if a tolerance is negative or NaN
  public Tolerance {
    if (!(relative >= 0 && absolute >= 0)) {
      throw new IllegalArgumentException(
          "tolerances must not be negative, found " + relative + " and " + absolute);
    }
  }

  /// {@return whether both tolerances are 0}
  public boolean isExact() {
    return relative == 0 && absolute == 0;
  }
}
