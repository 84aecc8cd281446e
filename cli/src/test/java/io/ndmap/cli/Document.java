package io.ndmap.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A document of the checkout.
///
/// @param file its file
/// @param text its Markdown
record Document(Path file, String text) {

  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)\\s]*)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  /// @param name its file, from the root of the checkout
  static Document of(String name) {
    return read(ROOT.resolve(name));
  }

  /// The documents in a directory of the checkout, and in the directories in it.
  static List<Document> below(String directory) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(directory), 2)) {
      return files.filter(file -> file.toString().endsWith(".md")).map(Document::read).toList();
    }
  }

  private static Document read(Path file) {
    try {
      return new Document(file, Files.readString(file));
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

  /// The links to other files of the checkout, and to headings, that lead nowhere.
  List<String> brokenLinks() {
    return LINK.matcher(prose())
        .results()
        .map(link -> link.group(1))
        .filter(this::leadsNowhere)
        .toList();
  }

  private boolean leadsNowhere(String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]);
    return !Files.exists(target)
        || (parts.length == 2 && !read(target).anchors().contains(parts[1]));
  }

  /// The names that a link may have behind `#`: headings, as GitHub and its like turn them into
  /// anchors.
  private List<String> anchors() {
    return HEADING
        .matcher(prose())
        .results()
        .map(
            heading ->
                heading
                    .group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\w\\- ]", "")
                    .replace(' ', '-'))
        .toList();
  }

  private String prose() {
    return BLOCK.matcher(text).replaceAll("");
  }

  /// Its file, from the root of the checkout.
  String name() {
    return ROOT.relativize(file).toString();
  }
}
