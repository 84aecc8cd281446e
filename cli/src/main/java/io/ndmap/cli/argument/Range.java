package io.ndmap.cli.argument;

/// The range of a histogram.
///
/// @param low a finite number
/// @param high a finite number, not below `low`
public record Range(double low, double high) {

  public Range {
    if (!Double.isFinite(low) || !Double.isFinite(high) || low > high) {
      throw new IllegalArgumentException(
          "a range is two finite numbers, the lower one first, found " + low + " and " + high);
    }
  }

  /// Parses a range such as `0,1.5`.
  ///
  /// @throws IllegalArgumentException if the text is not a range such as `0,1.5`
  public static Range parse(String text) {
    String[] ends = text.split(",", -1);
    if (ends.length == 2) {
      try {
        return new Range(Double.parseDouble(ends[0]), Double.parseDouble(ends[1]));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + text + "' is not a range such as 0,1.5", e);
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not a range such as 0,1.5");
  }
}
