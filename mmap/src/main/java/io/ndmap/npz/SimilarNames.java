package io.ndmap.npz;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Suggests existing names that are similar to a name that does not exist.
final class SimilarNames {

  // Comparing longer names would take seconds if an archive has a hundred thousand of them.
  private static final int MAX_LENGTH = 64;
  // Names are similar if there is at most one edit per this number of characters of the missing
  // name; one edit is always allowed.
  private static final int CHARACTERS_AN_EDIT = 3;

  private SimilarNames() {}

  /// A name and its edit distance.
  private record Candidate(String name, int edits) {}

  /// Returns the names within a small edit distance, the most similar first. Upper and lower case
  /// do not matter.
  ///
  /// @param name the name that does not exist
  /// @param names the names that exist
  /// @param most the maximum number of results
  static List<String> of(String name, List<String> names, int most) {
    int allowed = Math.max(1, Math.min(name.length(), MAX_LENGTH) / CHARACTERS_AN_EDIT);
    return names.stream()
        .filter(other -> Math.abs(other.length() - name.length()) <= allowed)
        .filter(other -> Math.max(other.length(), name.length()) <= MAX_LENGTH)
        .map(other -> new Candidate(other, edits(folded(name), folded(other))))
        .filter(candidate -> candidate.edits <= allowed)
        .sorted(Comparator.comparingInt(Candidate::edits))
        .limit(most)
        .map(Candidate::name)
        .toList();
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /// The Levenshtein distance.
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
