package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Comments of main sources and documents use the field's words: one for each concept, and
/// sentences that begin with their subject.
class VocabularyTest {

  private static final Path ROOT = Path.of("..");

  /// Expressions that are not used, and what is said instead.
  private static final Map<Pattern, String> INSTEAD = new LinkedHashMap<>();

  static {
    avoid("(?:^|[.:;] )(?:What|Who|Whoever|Whatever) (?![^.]*\\?)", "a noun as the subject");
    avoid("\\b[Ww]hoever\\b", "the user, the caller, the process");
    avoid("\\bas they lie\\b", "in layout order");
    avoid("\\bby turns\\b", "interleaved, alternately");
    avoid("\\bof a kind of its own\\b", "dedicated");
    avoid("\\b(?:given|gives?|giving) back\\b", "released, returned");
    avoid("\\bbr(?:ing|ings|ought|inging) near\\b", "packed, staged");
    avoid("\\bluck\\b", "variance");
    avoid("\\b[Mm]end(?:s|ed|ing)?\\b", "repair, fix");
    avoid("\\b(?:places|positions) of (?:the )?extremes\\b", "argmin, argmax");
    avoid("\\b[Ee]xtremes\\b", "minimum and maximum");
    avoid("\\bbeside a vector\\b", "against a vector");
    avoid("\\bgo(?:es)? through blocks\\b", "is staged through a buffer");
    avoid("\\bis (?:not )?believed\\b", "is trusted, is untrusted");
  }

  private static void avoid(String expression, String instead) {
    INSTEAD.put(Pattern.compile(expression), instead);
  }

  @Test
  void commentsUseTheFieldsWords() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files(ROOT, ".java")) {
      if (file.toString().contains("/src/main/")) {
        List<String> lines = Files.readAllLines(file);
        look(file, lines.stream().map(VocabularyTest::comment).toList(), found);
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void documentsUseTheFieldsWords() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files(ROOT, ".md")) {
      String name = file.getFileName().toString();
      // Entries of releases and of measurements stay as they were written.
      if (!name.equals("CHANGELOG.md") && !name.startsWith("results-")) {
        look(file, text(Files.readAllLines(file)), found);
      }
    }
    assertThat(found).isEmpty();
  }

  private static void look(Path file, List<String> lines, List<String> found) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).isEmpty()) {
        // Most lines of sources have no comment.
        continue;
      }
      for (Map.Entry<Pattern, String> entry : INSTEAD.entrySet()) {
        Matcher matcher = entry.getKey().matcher(lines.get(i));
        if (matcher.find()) {
          found.add(
              "%s:%s: '%s': say %s"
                  .formatted(
                      ROOT.relativize(file), i + 1, matcher.group().strip(), entry.getValue()));
        }
      }
    }
  }

  /// The text of a line's comment.
  private static String comment(String line) {
    String text = line.strip();
    return text.startsWith("//") ? quoted(text.replaceFirst("^/+\\s*", "")) : "";
  }

  /// The lines of a document without those of code.
  private static List<String> text(List<String> lines) {
    List<String> text = new ArrayList<>();
    boolean isCode = false;
    for (String line : lines) {
      boolean isFence = line.strip().startsWith("```");
      text.add(isCode || isFence ? "" : quoted(line.replaceFirst("^[#>|*\\-\\s]+", "")));
      isCode ^= isFence;
    }
    return text;
  }

  private static String quoted(String line) {
    return line.replaceAll("`[^`]*`", "`").replaceAll("\"[^\"]*\"", "\"");
  }

  private static List<Path> files(Path directory, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(
              file ->
                  file.toString().endsWith(ending)
                      && !file.toString().contains("/target/")
                      && !file.toString().contains("/."))
          .sorted()
          .toList();
    }
  }
}
