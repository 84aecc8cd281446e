package io.ndmap.picture.colour;

import java.util.Arrays;
import java.util.Optional;

/// The rule for the ends of a contrast: given, or from values.
///
/// @param ends the ends that were asked for; else they are percentiles
/// @param lowPercent the percentile of the first colour, 0 to 100
/// @param highPercent the percentile of the last colour, not below `lowPercent`, to 100
/// @param log whether the scale is logarithmic
/// @param symmetric whether 0 is in the middle
public record ContrastRule(
    Optional<Ends> ends, double lowPercent, double highPercent, boolean log, boolean symmetric) {

  /// The 1st to the 99th percentile, on a linear scale.
  public static final ContrastRule DEFAULT =
      new ContrastRule(Optional.empty(), 1, 99, false, false);

  /// Two ends.
  ///
  /// @param low finite
  /// @param high finite, not below `low`
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
  /// @throws IllegalArgumentException if percentiles are not in order between 0 and 100, if a
  ///   logarithmic scale is to be symmetric around 0, or begins at or below it
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

  /// The same rule with ends that are given.
  ///
  /// @param low the value of the first colour, finite
  /// @param high the value of the last colour, finite
  /// @return the rule
  /// @throws IllegalArgumentException if the scale is logarithmic, and `low <= 0`
  public ContrastRule withEnds(double low, double high) {
    return new ContrastRule(
        Optional.of(new Ends(low, high)), lowPercent, highPercent, log, symmetric);
  }

  /// The same rule with percentiles instead of ends.
  ///
  /// @param low the percentile of the first colour
  /// @param high the percentile of the last colour
  /// @return the rule
  /// @throws IllegalArgumentException if these are not in order between 0 and 100
  public ContrastRule withPercentiles(double low, double high) {
    return new ContrastRule(Optional.empty(), low, high, log, symmetric);
  }

  /// The same rule on a logarithmic scale.
  ///
  /// @return the rule
  /// @throws IllegalArgumentException if it is symmetric, or begins at or below 0
  public ContrastRule withLog() {
    return new ContrastRule(ends, lowPercent, highPercent, true, symmetric);
  }

  /// The same rule with 0 in the middle.
  ///
  /// @return the rule
  /// @throws IllegalArgumentException if the scale is logarithmic
  public ContrastRule withSymmetric() {
    return new ContrastRule(ends, lowPercent, highPercent, log, true);
  }

  /// The contrast for values, such as cells of a picture or a sample of elements.
  ///
  /// Percentiles are those of the finite values, between two values in proportion as
  /// `numpy.percentile`; on a logarithmic scale those of the positive ones. If both percentiles are
  /// equal but the values are not, the ends are the least and the largest value: few values among
  /// many equal ones stay visible. If no value has a colour, the ends are 0 and 1; 1 and 10 on a
  /// logarithmic scale.
  ///
  /// @param values not changed
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

  /// The number below which a share of numbers lies, between two of them in proportion as
  /// `numpy.percentile`.
  ///
  /// @param sorted at least one finite number, in ascending order
  /// @param percent from 0 to 100
  /// @return the number
  public static double percentile(double[] sorted, double percent) {
    double at = percent / 100 * (sorted.length - 1);
    int low = Math.min((int) at, sorted.length - 1);
    int high = Math.min(low + 1, sorted.length - 1);
    double part = at - low;
    // Not the difference, which may overflow; and equal neighbours stay what they are.
    return sorted[low] == sorted[high]
        ? sorted[low]
        : Math.clamp(sorted[low] * (1 - part) + sorted[high] * part, sorted[low], sorted[high]);
  }
}
