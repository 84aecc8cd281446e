package io.ndmap.spark.option;

import io.ndmap.npz.ArrayName;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/// The name of an array: a file, or a member of an archive such as `all.npz::x`. A text is split by
/// the rules of [ArrayName]; the file part is a Hadoop path, which may be a URI.
///
/// @param file the file, which may contain wildcards
/// @param member the exact name of the member, or an empty string
public record ArrayPath(String file, String member) {

  /// Parses a text by the rules of [ArrayName#parse(String, Predicate)]. A text that is not the
  /// name of an existing file may contain wildcards.
  ///
  /// @param text the text, such as `x.npy` or `all.npz::x`
  /// @param exists whether a file with a given name exists
  /// @return the file and the member
  public static ArrayPath parse(String text, Predicate<String> exists) {
    int at = ArrayName.separator(text, exists);
    return at < 0
        ? new ArrayPath(text, "")
        : new ArrayPath(text.substring(0, at), text.substring(at + ArrayName.SEPARATOR.length()));
  }

  /// Returns a Hadoop path. Hadoop would interpret the text before the first colon as a scheme.
  ///
  /// @param text a path or a URI; a text such as `run::1/x.npy` is a relative path
  /// @return the path
  public static Path path(String text) {
    int at = text.indexOf(ArrayName.SEPARATOR);
    int slash = text.indexOf(Path.SEPARATOR);
    return at >= 0 && (slash < 0 || at < slash) ? new Path(null, null, text) : new Path(text);
  }
}
