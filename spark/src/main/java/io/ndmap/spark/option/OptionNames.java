package io.ndmap.spark.option;

import io.ndmap.spark.column.NpySourceException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/// The names of the options for reads or for writes. Options without effect are rejected, because
/// they are misspelt or meant for another operation.
///
/// @param use the operation, such as `a read`
/// @param names the names of the options of this operation
/// @param otherUse the other operation, such as `a write`
/// @param others the names of the other operation's options
public record OptionNames(String use, List<String> names, String otherUse, List<String> others) {

  /// The prefix of settings of file systems, such as `fs.s3a.endpoint`; they are always accepted.
  private static final String SETTINGS = "fs.";

  /// Requires that an option exists.
  ///
  /// @param name the name in upper or lower case
  /// @throws NpySourceException if there is no such option; the message names the most similar one,
  ///   or says that it is an option of the other operation
  public void require(String name) {
    if (name.toLowerCase(Locale.ROOT).startsWith(SETTINGS) || has(names, name)) {
      return;
    }
    if (has(others, name)) {
      throw new NpySourceException(
          "the option "
              + name
              + " is one of "
              + otherUse
              + ", and does nothing in "
              + use
              + "; "
              + all());
    }
    throw new NpySourceException(
        "there is no option " + name + "; did you mean " + nearest(name) + "? " + all());
  }

  private static boolean has(List<String> some, String name) {
    return some.stream().anyMatch(name::equalsIgnoreCase);
  }

  private String all() {
    return use + " has " + String.join(", ", names) + ", and fs.… for file systems";
  }

  private String nearest(String name) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    String lower = name.toLowerCase(Locale.ROOT);
    return names.stream()
        .min(Comparator.comparingInt(each -> distance.apply(lower, each.toLowerCase(Locale.ROOT))))
        .orElseThrow();
  }
}
