package io.ndmap.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// A document of the checkout.
///
/// @param text its Markdown
record Document(String text) {

  private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);

  /// @param name its file, from the root of the checkout
  static Document of(String name) {
    try {
      return new Document(Files.readString(Path.of("..", name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The code blocks in a language, in their order.
  List<String> blocks(String language) {
    return BLOCK
        .matcher(text)
        .results()
        .filter(match -> match.group(1).equals(language))
        .map(match -> match.group(2))
        .toList();
  }
}
