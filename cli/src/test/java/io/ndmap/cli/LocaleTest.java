package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the output of commands does not depend on the locale, which may have digits and
/// letters of its own.
class LocaleTest {

  @TempDir private static Path directory;

  private static List<String> expected = List.of();

  @BeforeAll
  static void withoutLocale() throws Exception {
    expected = output("language=", "country=");
    assertThat(String.join("\n", expected)).contains("2024-01-02T03:04:05.060708", "1234567.5");
  }

  private static List<String> output(String... locale) throws Exception {
    Path work = Files.createDirectory(directory.resolve("work"));
    broken(work);
    if (Python.isPresent()) {
      Python.run(
          """
          import datetime as d
          a = np.array([d.date(2024, 1, 2), d.datetime(2024, 1, 2, 3, 4, 5, 6), d.timedelta(1, 2, 3),
                        d.time(1, 2, 3), 1.5e-7, 10**20, 1e16+2, 3+4j], dtype=object)
          np.save(argv[0], a)
          """,
          work.resolve("objects.npy"));
    }
    List<String> flags = new ArrayList<>(List.of(ChildJvm.NATIVE));
    Arrays.stream(locale).map(property -> "-Duser." + property).forEach(flags::add);
    try (ChildJvm child = ChildJvm.start(flags, LocaleChild.class, work)) {
      return child.finish();
    } finally {
      try (var files = Files.walk(work)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /// Files that are refused, with numbers in the messages.
  private static void broken(Path work) throws IOException {
    byte[] array =
        Files.readAllBytes(Cli.npy(work.resolve("short.npy"), "'<f8'", "(99,)", new byte[100]));
    Files.write(work.resolve("short.npz"), new byte[] {'P', 'K', 5, 6, 1, 2, 3});
    byte[] archive = new byte[array.length + 100];
    System.arraycopy(new byte[] {'P', 'K', 3, 4}, 0, archive, 0, 4);
    System.arraycopy(new byte[] {'P', 'K', 5, 6}, 0, archive, archive.length - 22, 4);
    archive[archive.length - 14] = 1;
    archive[archive.length - 12] = 1;
    archive[archive.length - 10] = 100;
    Files.write(work.resolve("wrong.npz"), archive);
  }

  @ParameterizedTest
  @ValueSource(strings = {"language=ar extensions=u-nu-arab", "language=tr country=TR"})
  void isTheSameInAll(String locale) throws Exception {
    assertThat(output(locale.split(" "))).isEqualTo(expected);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(strings = {"language=ne country=NP", "language=th country=TH extensions=u-nu-thai"})
  void isTheSameInOthers(String locale) throws Exception {
    isTheSameInAll(locale);
  }

  @Test
  void theLocalesHaveDigitsOfTheirOwn() {
    assertThat(String.format(java.util.Locale.forLanguageTag("ar-u-nu-arab"), "%d", 2024))
        .isEqualTo("٢٠٢٤");
  }
}
