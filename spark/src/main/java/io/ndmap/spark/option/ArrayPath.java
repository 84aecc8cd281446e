package io.ndmap.spark.option;

import io.ndmap.npz.ArrayName;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/// The name of an array as one text: a file, or a member of an archive, `all.npz::x`. It is split
/// by the rule of [ArrayName]; the file is a path of Hadoop's, which may be an address.
///
/// @param file the file, which may hold wildcards
/// @param member the member's name, character for character, or empty
public record ArrayPath(String file, String member) {

  /// Parses a text by the rules of [ArrayName#parse(String, Predicate)]. A text that names no
  /// existing file may be a wildcard.
  ///
  /// @param text such as `x.npy` or `all.npz::x`
  /// @param exists whether a file exists under a name
  /// @return the file and the member
  public static ArrayPath parse(String text, Predicate<String> exists) {
    int at = ArrayName.separator(text, exists);
    return at < 0
        ? new ArrayPath(text, "")
        : new ArrayPath(text.substring(0, at), text.substring(at + ArrayName.SEPARATOR.length()));
  }

  /// A path of Hadoop's, which takes what precedes the first colon for a scheme.
  ///
  /// @param text a path or a URI; one that begins as `run::1/x.npy` is a relative path
  /// @return the path
  public static Path path(String text) {
    int at = text.indexOf(ArrayName.SEPARATOR);
    int slash = text.indexOf(Path.SEPARATOR);
    return at >= 0 && (slash < 0 || at < slash) ? new Path(null, null, text) : new Path(text);
  }
}
