package io.ndmap.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Names of commands and options that a wrong one may have been meant for.
final class Suggestions {

  private Suggestions() {}

  /// A line with the names that differ by a third of their characters at most; picocli proposes
  /// whatever is least different.
  static Optional<String> of(ParameterException error) {
    if (!(error instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return Optional.empty();
    }
    String found = name(unmatched.getUnmatched().getFirst());
    List<String> near =
        unmatched.getSuggestions().stream()
            .filter(
                each -> distance(found, name(each)) <= Math.max(1, (name(each).length() + 1) / 3))
            .toList();
    return near.isEmpty()
        ? Optional.empty()
        : Optional.of(near.stream().collect(Collectors.joining("' or '", "Did you mean '", "'?")));
  }

  /// Without the dashes, which all options share, and without the value of an option.
  private static String name(String argument) {
    String bare = argument.replaceFirst("^-+", "");
    int end = argument.startsWith("-") ? bare.indexOf('=') : -1;
    return end < 0 ? bare : bare.substring(0, end);
  }

  /// How many characters to insert, delete or replace (Levenshtein).
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], row[j]));
      }
    }
    return row[to.length()];
  }
}
