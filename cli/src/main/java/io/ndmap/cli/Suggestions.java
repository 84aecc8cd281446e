package io.ndmap.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Suggests names of commands and options for a mistyped name.
final class Suggestions {

  private Suggestions() {}

  /// Returns a line with the names whose edit distance from the mistyped name is at most 1, or at
  /// most about a third of their length. picocli itself always proposes the closest name, however
  /// different that name is.
  static Optional<String> of(ParameterException error) {
    if (!(error instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return Optional.empty();
    }
    String found = name(unmatched.getUnmatched().getFirst());
    List<String> candidates =
        unmatched.getSuggestions().stream()
            .filter(
                each -> distance(found, name(each)) <= Math.max(1, (name(each).length() + 1) / 3))
            .toList();
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(
            candidates.stream().collect(Collectors.joining("' or '", "Did you mean '", "'?")));
  }

  /// Returns the name without its leading dashes, which all options share, and without the value of
  /// an option.
  private static String name(String argument) {
    String bare = argument.replaceFirst("^-+", "");
    int end = argument.startsWith("-") ? bare.indexOf('=') : -1;
    return end < 0 ? bare : bare.substring(0, end);
  }

  /// The Levenshtein distance: the number of characters to insert, delete or replace.
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
