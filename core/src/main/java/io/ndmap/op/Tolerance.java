package io.ndmap.op;

/// Which items count as equal: the rule of `numpy.isclose`, `|a - b| <= atol + rtol * |b|`, in
/// double precision.
///
/// @param relative `rtol`, a part of the second array's item
/// @param absolute `atol`
/// @param nanEqual whether NaN equals NaN and `NaT` equals `NaT`; a complex number is NaN if one of
///   its parts is
public record Tolerance(double relative, double absolute, boolean nanEqual) {

  /// Equal items only, and NaN equals NaN, as in `numpy.testing.assert_array_equal`.
  public static final Tolerance EXACT = new Tolerance(0, 0, true);

  /// The defaults of `numpy.isclose`: 1e-5 and 1e-8, and NaN is close to nothing.
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

  /// {@return whether items that are equal are the only ones that count as equal}
  public boolean isExact() {
    return relative == 0 && absolute == 0;
  }
}
