package io.ndmap.spark.option;

import io.ndmap.spark.column.NpySourceException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/// The options of one use of the source. An option that does nothing is refused: it is misspelt, or
/// meant for something else.
///
/// @param use such as `a read`
/// @param names the names of all options
/// @param otherUse what else the source does, such as `a write`
/// @param others the options of that
public record OptionNames(String use, List<String> names, String otherUse, List<String> others) {

  /// Settings of file systems, such as `fs.s3a.endpoint`.
  private static final String SETTINGS = "fs.";

  /// Requires that an option is known.
  ///
  /// @param name its name, in any case
  /// @throws NpySourceException if it is not, naming the nearest one
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
