package io.ndmap.picture.colour;

/// The values that get the first and the last colour, and the scale between them.
///
/// @param low the value of the first colour, finite; above 0 on a logarithmic scale
/// @param high the value of the last colour, finite, not below `low`
/// @param log whether the scale is logarithmic
public record Contrast(double low, double high, boolean log) {

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if an end is not finite, `low > high`, or an end of a
  ///   logarithmic scale is not above 0
  public Contrast {
    if (!Double.isFinite(low) || !Double.isFinite(high) || low > high) {
      throw new IllegalArgumentException(
          "a range of colours is two finite numbers, the lower one first, found "
              + low
              + " and "
              + high);
    }
    if (log && low <= 0) {
      throw new IllegalArgumentException(
          "a logarithmic range of colours begins above 0, found " + low + " and " + high);
    }
  }

  /// The position of a value between the ends.
  ///
  /// Finite values below `low` have position 0, finite values above `high` position 1. On a
  /// logarithmic scale, 0 and negative numbers have position 0. If `low` equals `high`, that value
  /// has position 0.5.
  ///
  /// @param value any number
  /// @return a position between 0 and 1; NaN for NaN and infinities
  public double position(double value) {
    if (!Double.isFinite(value)) {
      return Double.NaN;
    }
    if (value < low || value > high) {
      return value < low ? 0 : 1;
    }
    if (low == high) {
      return 0.5;
    }
    if (log) {
      double from = Math.log(low);
      double distance = Math.log(high) - from;
      // Ends that are nearly equal may have the same logarithm.
      return distance > 0
          ? Math.clamp((Math.log(value) - from) / distance, 0, 1)
          : (value == low ? 0 : 1);
    }
    double span = high - low;
    // Compute with halves only if the difference of the ends overflows, because half of the
    // smallest double is 0.
    return Math.clamp(
        span < Double.POSITIVE_INFINITY
            ? (value - low) / span
            : (value / 2 - low / 2) / (high / 2 - low / 2),
        0,
        1);
  }

  /// The value at a position, the inverse of [#position(double)].
  ///
  /// @param position a position between 0 and 1
  /// @return the value, from `low` to `high`
  public double value(double position) {
    if (log) {
      double from = Math.log(low);
      return Math.clamp(Math.exp(from + position * (Math.log(high) - from)), low, high);
    }
    return Math.clamp(low * (1 - position) + high * position, low, high);
  }
}
