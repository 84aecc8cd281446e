package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// References in the Javadoc that `javadoc` does not see: of what it takes for a reference it
/// refuses an invalid one, but brackets inside brackets are plain text to it unless they are
/// escaped, as in `[#gather(long\[\])]`.
class JavadocReferencesTest {

  private static final Pattern UNSEEN = Pattern.compile("///.*\\[[\\w.]*#\\w+\\([^)]*[^\\\\]\\[");

  @ParameterizedTest
  @ValueSource(strings = {"core", "mmap"})
  void escapeTheirBrackets(String module) throws IOException {
    List<String> unseen = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Files.readAllLines(file).stream()
            .filter(line -> UNSEEN.matcher(line).find())
            .forEach(line -> unseen.add(file.getFileName() + ": " + line.strip()));
      }
    }
    assertThat(unseen).isEmpty();
  }
}
