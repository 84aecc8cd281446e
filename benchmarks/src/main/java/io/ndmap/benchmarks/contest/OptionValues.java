package io.ndmap.benchmarks.contest;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Parses values of options that several commands have.
public final class OptionValues {

  private OptionValues() {}

  /// Parses a positive number.
  ///
  /// @throws IllegalArgumentException if the text is not an integer from 1 to 99999
  public static int count(String option, String text) {
    if (!text.matches("[1-9][0-9]{0,4}")) {
      throw new IllegalArgumentException(option + " takes 1 to 99999, found '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  /// Parses the value of `--only`.
  ///
  /// @throws IllegalArgumentException if the text is not a regular expression
  public static Pattern only(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("--only is not an expression: " + e.getMessage(), e);
    }
  }
}
