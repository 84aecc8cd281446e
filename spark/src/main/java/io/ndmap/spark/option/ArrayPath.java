package io.ndmap.spark.option;

import java.util.Locale;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/// The name of an array as one text: a file, or a member of an archive, `all.npz::x`. The same rule
/// as `io.ndmap.npz.ArrayName`, for the paths of Hadoop's file systems.
///
/// @param file the file, which may hold wildcards
/// @param member the member's name, character for character, or empty
public record ArrayPath(String file, String member) {

  private static final String SEPARATOR = "::";

  /// Parses a text by the first of these rules that applies:
  ///
  /// 1. A file exists under the whole text: it is that file.
  /// 2. The text is split at the last `::` that follows an archive's name.
  /// 3. The text is split at the last `::` whose left side is an existing file.
  /// 4. It is a file that does not exist, or a wildcard.
  ///
  /// @param text such as `x.npy` or `all.npz::x`
  /// @param exists whether a file exists under a name
  /// @return the file and the member
  public static ArrayPath parse(String text, Predicate<String> exists) {
    if (!text.contains(SEPARATOR) || exists.test(text)) {
      return new ArrayPath(text, "");
    }
    int at = lastSeparator(text, ArrayPath::isArchive);
    if (at < 0) {
      at = lastSeparator(text, exists);
    }
    return at < 0
        ? new ArrayPath(text, "")
        : new ArrayPath(text.substring(0, at), text.substring(at + SEPARATOR.length()));
  }

  private static int lastSeparator(String text, Predicate<String> left) {
    for (int at = text.lastIndexOf(SEPARATOR); at > 0; at = text.lastIndexOf(SEPARATOR, at - 1)) {
      if (left.test(text.substring(0, at))) {
        return at;
      }
    }
    return -1;
  }

  /// Whether a file's name says that it is an archive.
  ///
  /// @param name the name, or a path
  /// @return whether it ends in `.npz` or `.zip`, in any case
  public static boolean isArchive(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".npz") || lower.endsWith(".zip");
  }

  /// A path of Hadoop's, which takes what precedes the first colon for a scheme.
  ///
  /// @param text a path or a URI; one that begins as `run::1/x.npy` is a relative path
  /// @return the path
  public static Path path(String text) {
    int at = text.indexOf(SEPARATOR);
    int slash = text.indexOf(Path.SEPARATOR);
    return at >= 0 && (slash < 0 || at < slash) ? new Path(null, null, text) : new Path(text);
  }
}
