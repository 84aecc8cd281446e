package io.ndmap.picture.colour;

import java.util.Arrays;
import java.util.Optional;

/// The rule that determines the ends of a contrast: fixed ends, or percentiles of the values.
///
/// @param ends the fixed ends; empty to use percentiles
/// @param lowPercent the percentile that gets the first colour, 0 to 100
/// @param highPercent the percentile that gets the last colour, from `lowPercent` to 100
/// @param log whether the scale is logarithmic
/// @param symmetric whether 0 is in the middle of the scale
public record ContrastRule(
    Optional<Ends> ends, double lowPercent, double highPercent, boolean log, boolean symmetric) {

  /// The 1st to the 99th percentile, on a linear scale.
  public static final ContrastRule DEFAULT =
      new ContrastRule(Optional.empty(), 1, 99, false, false);

  /// Two fixed ends.
  ///
  /// @param low the value of the first colour, finite
  /// @param high the value of the last colour, finite, not below `low`
  public record Ends(double low, double high) {

    /// Checks the values.
    ///
    /// @throws IllegalArgumentException if an end is not finite, or `low > high`
    public Ends {
      if (!Double.isFinite(low) || !Double.isFinite(high) || low > high) {
        throw new IllegalArgumentException(
            "a range of colours is two finite numbers, the lower one first, found "
                + low
                + " and "
                + high);
      }
    }
  }

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if the percentiles are not in ascending order between 0 and
  ///   100, or if a logarithmic scale is symmetric or has a fixed low end that is not above 0
  public ContrastRule {
    if (!(0 <= lowPercent && lowPercent <= highPercent && highPercent <= 100)) {
      throw new IllegalArgumentException(
          "percentiles are two numbers between 0 and 100, the lower one first, found "
              + lowPercent
              + " and "
              + highPercent);
    }
    if (log && symmetric) {
      throw new IllegalArgumentException(
          "a logarithmic scale has no 0, around which it could be symmetric");
    }
    if (log && ends.isPresent() && ends.get().low() <= 0) {
      throw new IllegalArgumentException(
          "a logarithmic range of colours begins above 0, found "
              + ends.get().low()
              + " and "
              + ends.get().high());
    }
  }

  /// Returns the rule with fixed ends.
  ///
  /// @param low the value of the first colour, finite
  /// @param high the value of the last colour, finite
  /// @return the rule
  /// @throws IllegalArgumentException if an end is not finite, `low > high`, or the scale is
  ///   logarithmic and `low <= 0`
  public ContrastRule withEnds(double low, double high) {
    return new ContrastRule(
        Optional.of(new Ends(low, high)), lowPercent, highPercent, log, symmetric);
  }

  /// Returns the rule with percentiles instead of fixed ends.
  ///
  /// @param low the percentile that gets the first colour
  /// @param high the percentile that gets the last colour
  /// @return the rule
  /// @throws IllegalArgumentException if the percentiles are not in ascending order between 0 and
  ///   100
  public ContrastRule withPercentiles(double low, double high) {
    return new ContrastRule(Optional.empty(), low, high, log, symmetric);
  }

  /// Returns the rule with a logarithmic scale.
  ///
  /// @return the rule
  /// @throws IllegalArgumentException if the rule is symmetric or has a fixed low end that is not
  ///   above 0
  public ContrastRule withLog() {
    return new ContrastRule(ends, lowPercent, highPercent, true, symmetric);
  }

  /// Returns the rule with 0 in the middle of the scale.
  ///
  /// @return the rule
  /// @throws IllegalArgumentException if the scale is logarithmic
  public ContrastRule withSymmetric() {
    return new ContrastRule(ends, lowPercent, highPercent, log, true);
  }

  /// Returns the contrast for given values, such as the cells of a picture or a sample of elements.
  ///
  /// Percentiles are computed from the finite values, or on a logarithmic scale from the positive
  /// finite ones, with linear interpolation as in `numpy.percentile`. If both percentiles are
  /// equal, the ends are the minimum and the maximum, so that a few values among many equal ones
  /// stay visible. If no value is finite, the ends are 0 and 1. If no value is finite and positive,
  /// the ends of a logarithmic scale are 1 and 10.
  ///
  /// @param values the values; the array is not changed
  /// @return the contrast
  public Contrast of(double... values) {
    Ends found = ends.orElseGet(() -> percentiles(values));
    if (symmetric) {
      double most = Math.max(Math.abs(found.low()), Math.abs(found.high()));
      return new Contrast(-most, most, false);
    }
    return new Contrast(found.low(), found.high(), log);
  }

  private Ends percentiles(double... values) {
    double[] sorted =
        Arrays.stream(values)
            .filter(value -> Double.isFinite(value) && (!log || value > 0))
            .toArray();
    if (sorted.length == 0) {
      return log ? new Ends(1, 10) : new Ends(0, 1);
    }
    Arrays.sort(sorted);
    Ends ends = new Ends(percentile(sorted, lowPercent), percentile(sorted, highPercent));
    return ends.low() < ends.high() ? ends : new Ends(sorted[0], sorted[sorted.length - 1]);
  }

  /// A percentile with linear interpolation, as in `numpy.percentile`.
  ///
  /// @param sorted at least one number, all finite and in ascending order
  /// @param percent from 0 to 100
  /// @return the percentile
  public static double percentile(double[] sorted, double percent) {
    double at = percent / 100 * (sorted.length - 1);
    int low = Math.min((int) at, sorted.length - 1);
    int high = Math.min(low + 1, sorted.length - 1);
    double part = at - low;
    // Not `low + part * (high - low)`: the difference may overflow. Equal neighbours must stay
    // exact.
    return sorted[low] == sorted[high]
        ? sorted[low]
        : Math.clamp(sorted[low] * (1 - part) + sorted[high] * part, sorted[low], sorted[high]);
  }
}
