package io.ndmap.npz;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The names that may have been meant where there is none.
final class NearNames {

  // Longer ones, of which an archive may have a hundred thousand, would take seconds.
  private static final int MAX_LENGTH = 64;
  private static final int CHARACTERS_AN_EDIT = 3;

  private NearNames() {}

  /// A name and how many edits are between it and another one.
  private record Near(String name, int edits) {}

  /// Those with few edits, the nearest first; case does not count.
  ///
  /// @param name the name that does not exist
  /// @param names those that do
  /// @param most how many at most
  static List<String> of(String name, List<String> names, int most) {
    int allowed = Math.max(1, Math.min(name.length(), MAX_LENGTH) / CHARACTERS_AN_EDIT);
    return names.stream()
        .filter(other -> Math.abs(other.length() - name.length()) <= allowed)
        .filter(other -> Math.max(other.length(), name.length()) <= MAX_LENGTH)
        .map(other -> new Near(other, edits(folded(name), folded(other))))
        .filter(near -> near.edits <= allowed)
        .sorted(Comparator.comparingInt(Near::edits))
        .limit(most)
        .map(Near::name)
        .toList();
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /// The distance of Levenshtein.
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
