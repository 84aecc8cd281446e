package io.ndmap.cli.argument;

import java.util.Arrays;
import java.util.List;

/// A list of requested quantiles: `0.5,0.99`.
///
/// @param names the quantiles as written
public record QuantileList(List<String> names) {

  /// No quantiles.
  public static final QuantileList NONE = new QuantileList(List.of());

  /// Parses a list of numbers.
  ///
  /// @throws IllegalArgumentException if the text contains anything but numbers from 0 to 1
  public static QuantileList parse(String text) {
    List<String> names = Arrays.stream(text.split(",", -1)).map(String::strip).distinct().toList();
    for (String name : names) {
      if (!name.matches("[0-9]*\\.?[0-9]+(e-[0-9]+)?|[0-9]+\\.")
          || !(Double.parseDouble(name) <= 1)) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a list of numbers from 0 to 1, such as 0.5,0.99");
      }
    }
    return new QuantileList(names);
  }

  /// The quantiles as numbers from 0 to 1.
  public double[] numbers() {
    return names.stream().mapToDouble(Double::parseDouble).toArray();
  }
}
