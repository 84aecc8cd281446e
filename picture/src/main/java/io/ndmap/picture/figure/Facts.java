package io.ndmap.picture.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.DoubleFunction;

/// Statistics of the elements that a figure shows, or of a sample of them.
///
/// @param min the minimum of the finite elements, NaN if there are none
/// @param max the maximum of the finite elements, NaN if there are none
/// @param mean the mean of the finite elements, NaN if there are none
/// @param nan the number of elements that are NaN or NaT
/// @param infinite the number of elements that are infinite
/// @param sampled the fraction of the elements that was read, from 0 to 1; 1 if all were
public record Facts(double min, double max, double mean, long nan, long infinite, double sampled) {

  /// Smaller percentages are shown as `< 0.001 %`.
  private static final double LEAST_PERCENT = 0.001;

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if a count is negative, or the fraction is not between 0 and
  ///   1
  public Facts {
    if (nan < 0 || infinite < 0) {
      throw new IllegalArgumentException(
          "counts are not negative, found " + nan + " and " + infinite);
    }
    if (!(sampled >= 0 && sampled <= 1)) {
      throw new IllegalArgumentException(
          "the part that was read is between 0 and 1, found " + sampled);
    }
  }

  /// {@return whether all elements were read}
  public boolean exact() {
    return sampled == 1;
  }

  /// {@return a line such as `min 0 · max 1 · mean 0.25 · NaN 3 · inf 0`} Numbers are rounded to
  /// six digits, unless minimum and maximum would then look the same. For times, `NaT` replaces
  /// `NaN`, and `inf` is omitted.
  ///
  /// @param values the scale that formats minimum, maximum and mean
  public String text(ValueScale values) {
    boolean looksConstant =
        values.time().isEmpty() && min < max && values.text(min).equals(values.text(max));
    DoubleFunction<String> text = looksConstant ? NumberLabels::exact : values::text;
    return "min "
        + text.apply(min)
        + " · max "
        + text.apply(max)
        + " · mean "
        + text.apply(mean)
        + (values.time().isPresent() ? " · NaT " + nan : " · NaN " + nan + " · inf " + infinite);
  }

  /// {@return how much was read: `exact`, or for example `sampled 0.4 %`}
  public String reading() {
    if (exact()) {
      return "exact";
    }
    double percent = 100 * sampled;
    if (percent < LEAST_PERCENT) {
      return "sampled < " + NumberLabels.text(LEAST_PERCENT) + " %";
    }
    // Two digits, rounded down, so that an incomplete sample never shows 100 %.
    MathContext digits = new MathContext(2, RoundingMode.FLOOR);
    return "sampled " + NumberLabels.text(new BigDecimal(percent).round(digits)) + " %";
  }
}
