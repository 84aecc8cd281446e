package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
  static void inTheLocaleOfTheTests() throws Exception {
    expected = said(Cli::run);
    assertThat(String.join("\n", expected)).contains("2024-01-02T03:04:05.060708", "1234567.5");
  }

  private interface Commands {
    Cli run(Object... args) throws IOException;
  }

  /// The output of each command, without the name of the directory.
  private static List<String> said(Commands commands) throws IOException {
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
    List<String> said = new ArrayList<>();
    try {
      for (String command : COMMANDS.lines().toList()) {
        Cli cli = commands.run((Object[]) command.replace("$", work + "/").split(" "));
        String text = cli.exit() + "\n" + cli.out() + cli.err();
        said.add(command + ": " + text.replace(work.toString(), "$"));
      }
      return said;
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

  /// With digits of its own, and with letters: `i` is no lower case of `I`.
  @ParameterizedTest
  @ValueSource(strings = "language=tr extensions=u-nu-arab")
  void isTheSameInAll(String locale) throws Exception {
    String[] flags =
        Arrays.stream(locale.split(" "))
            .map(property -> "-Duser." + property)
            .toArray(String[]::new);
    try (CliChild child = CliChild.start(List.of(), flags)) {
      assertThat(said(child::run)).isEqualTo(expected);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"language=ar extensions=u-nu-arab", "language=tr country=TR"})
  void isTheSameWithOneOfThem(String locale) throws Exception {
    isTheSameInAll(locale);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(strings = {"language=ne country=NP", "language=th country=TH extensions=u-nu-thai"})
  void isTheSameInOthers(String locale) throws Exception {
    isTheSameInAll(locale);
  }

  @Test
  void theLocalesHaveDigitsOfTheirOwn() {
    for (String tag : List.of("ar-u-nu-arab", "tr-u-nu-arab")) {
      assertThat(String.format(java.util.Locale.forLanguageTag(tag), "%d", 2024)).isEqualTo("٢٠٢٤");
    }
  }

  private static final String COMMANDS =
      """
      create $t.npy --dtype M8[us] --shape 3
      set $t.npy 0 2024-01-02T03:04:05.060708
      get $t.npy
      get $t.npy --json
      get $t.npy --csv
      stats $t.npy
      info $t.npy
      create $d.npy --dtype m8[s] --shape 2
      set $d.npy 1 86461
      get $d.npy
      create $x.npy --dtype f8 --shape 1000,20 --fill 1234567.5
      set $x.npy 3,4 -0.000125
      get $x.npy 3
      get $x.npy 3 --json
      get $x.npy :3 --csv
      info $x.npy
      info --json $x.npy
      stats $x.npy
      stats $x.npy --json
      stats $x.npy --axis 1
      hist $x.npy
      hist $x.npy --json
      digest $x.npy
      verify $x.npy
      take $x.npy --indices 3,-1 --json
      convert $x.npy $f.npy --dtype f4 --order F
      append $x.npy $x.npy
      npz create $all.npz $x.npy $t.npy
      npz list $all.npz
      verify $all.npz
      info $all.npz
      fill init $filled.npy --dtype i4 --shape 1000,1000 --chunks 100,1000
      fill status $filled.npy
      get $objects.npy --allow-pickle
      get $objects.npy --allow-pickle --json
      get $objects.npy 0 --allow-pickle
      get $objects.npy 1 --allow-pickle
      get $objects.npy 2 --allow-pickle
      get $objects.npy 0 --allow-pickle --csv
      get $x.npy 5000
      get $x.npy 1,2,3
      get $x.npy 1:2:0
      get $x.npy --limit 7
      set $x.npy 0,0 abc
      set $t.npy 0 2024-13-02
      create $x.npy --dtype f8 --shape 1000,20
      create $y.npy --dtype f8 --shape 1000,99999999999999999999
      create $y.npy --dtype F99 --shape 10
      info $short.npy
      info $short.npz
      verify $wrong.npz
      info $no.npy
      hist $x.npy --bins 0
      stats $x.npy --threads 0
      nothing $x.npy
      """;
}
