package io.ndmap.cli.argument;

import io.ndmap.npz.ArrayName;
import java.nio.file.Path;

/// The argument that names an array, kept verbatim: a `Path` would normalize the name of a member
/// such as `a//b`.
///
/// @param text the argument as given
public record ArrayArgument(String text) {

  /// Parses the argument.
  ///
  /// @throws IllegalArgumentException if the text is empty, or not a valid file name
  public static ArrayArgument parse(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a file name must not be empty");
    }
    var _ = Path.of(text);
    return new ArrayArgument(text);
  }

  /// The file and the member that the argument names.
  public ArrayName name() {
    return ArrayName.parse(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
