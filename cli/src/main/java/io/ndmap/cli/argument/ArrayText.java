package io.ndmap.cli.argument;

import io.ndmap.npz.ArrayName;
import java.nio.file.Path;

/// The argument that names an array, character for character: a path would lose what it holds of a
/// member's name, such as `a//b`.
///
/// @param text as it was given
public record ArrayText(String text) {

  /// Reads the argument.
  ///
  /// @throws IllegalArgumentException if it is empty, or no file can have such a name
  public static ArrayText parse(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a file name must not be empty");
    }
    var _ = Path.of(text);
    return new ArrayText(text);
  }

  /// The file and the member that it names.
  public ArrayName name() {
    return ArrayName.parse(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
