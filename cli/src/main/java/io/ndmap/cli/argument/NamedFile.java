package io.ndmap.cli.argument;

import java.util.regex.Pattern;

/// An argument that binds a name to an array: `x=a.npy`.
///
/// @param name the name
/// @param file the array
public record NamedFile(String name, ArrayArgument file) {

  private static final Pattern NAME =
      Pattern.compile("[\\p{L}_&&[\\x{0}-\\x{ffff}]][\\p{L}_0-9&&[\\x{0}-\\x{ffff}]]*");

  /// Parses the argument.
  ///
  /// @throws IllegalArgumentException if the text does not begin with a name and `=`, or no valid
  ///   file name follows
  public static NamedFile parse(String text) {
    int at = text.indexOf('=');
    if (at < 0 || !NAME.matcher(text.substring(0, at)).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' has no name; give it one, such as x=a.npy");
    }
    return new NamedFile(text.substring(0, at), ArrayArgument.parse(text.substring(at + 1)));
  }
}
