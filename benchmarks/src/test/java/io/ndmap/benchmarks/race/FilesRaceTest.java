package io.ndmap.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.benchmarks.contest.Children;
import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.Contender;
import io.ndmap.benchmarks.contest.Outcome;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilesRaceTest {

  private static final long BYTES = 4 << 20;
  private static final int APPENDS = 3;
  private static final List<FilesRow> ALL = FilesRow.all(BYTES, APPENDS);

  /// One that reads, and those that write each kind of file.
  private static final Set<String> FEW =
      Set.of("sum, stored", "savez", "savez_compressed, level 1", "append, each forced");

  private static Contender numpy(Path directory) throws IOException {
    return new Children(directory, APPENDS, new PrintStream(PrintStream.nullOutputStream()))
        .numpy("files_race.py")
        .orElseGet(() -> Assumptions.abort("there is no python3 with numpy"));
  }

  @Test
  void namesAreUnique() {
    assertThat(ALL).extracting(FilesRow::name).doesNotHaveDuplicates();
  }

  @Test
  void bothSidesKnowEveryRow(@TempDir Path directory) throws IOException {
    try (Contender numpy = numpy(directory);
        Contender ndmap = new FilesContender("ndmap", directory, APPENDS)) {
      for (FilesRow row : ALL) {
        assertThat(ndmap.knows(row.name())).as(row.name()).isTrue();
        assertThat(numpy.knows(row.name())).as(row.name()).isTrue();
      }
    }
  }

  @Test
  void bothSidesComeToTheSameResults(@TempDir Path directory) throws IOException {
    compare(directory, ALL.stream().filter(row -> FEW.contains(row.name())).toList());
  }

  /// All but those of 5 GiB.
  @Test
  @Tag("slow")
  void bothSidesComeToTheSameResultsInAllOtherRows(@TempDir Path directory) throws IOException {
    compare(
        directory,
        ALL.stream().filter(row -> row.memory() == 0 && !FEW.contains(row.name())).toList());
  }

  private static void compare(Path directory, List<FilesRow> rows) throws IOException {
    assertThat(rows).hasSizeGreaterThan(3);
    FilesData data = new FilesData(directory, BYTES);
    try (Contender numpy = numpy(directory);
        Contender ndmap = new FilesContender("ndmap", directory, APPENDS)) {
      for (FilesRow row : rows) {
        for (String file : row.files()) {
          data.make(file, numpy);
        }
        Outcome ours = ndmap.check(row.name(), 0);
        assertThat(ours.difference(numpy.check(row.name(), 0), 1e-9)).as(row.name()).isEmpty();
        if (!row.output().isEmpty()) {
          String written = "verify out-ndmap" + row.output();
          Outcome seen = ndmap.check(written, 0);
          assertThat(seen.exact()).as(row.name()).hasSize(2);
          assertThat(numpy.check(written, 0)).as(row.name()).isEqualTo(seen);
          assertThat(ndmap.check("verify out-numpy" + row.output(), 0))
              .as(row.name())
              .isEqualTo(seen);
        }
        assertThat(ndmap.run(row.name(), 0, 1, Clock.WALL)).as(row.name()).isPositive();
        assertThat(numpy.run(row.name(), 0, 1, Clock.WALL)).as(row.name()).isPositive();
      }
    }
  }

  @Test
  void aDamagedArchiveIsNotASoundOne(@TempDir Path directory) throws IOException {
    try (Contender numpy = numpy(directory);
        Contender ndmap = new FilesContender("ndmap", directory, APPENDS)) {
      new FilesData(directory, BYTES).make("stored.npz", numpy);
      Path path = directory.resolve("stored.npz");
      assertThat(ndmap.check("verify stored.npz", 0))
          .isEqualTo(numpy.check("verify stored.npz", 0));
      byte[] bytes = Files.readAllBytes(path);
      bytes[bytes.length / 2] ^= 1;
      Files.write(path, bytes);

      assertThatThrownBy(() -> ndmap.check("verify stored.npz", 0))
          .isInstanceOf(IOException.class)
          .hasMessage(path + " is not sound");
    }
  }

  @Test
  void theSlowestJvmIsReportedBesideTheMedianOne() {
    FilesStanding standing =
        FilesStanding.of(
            ALL.getFirst(),
            Map.of(
                "ndmap 1", new long[] {10, 30, 20},
                "ndmap 2", new long[] {40, 40, 40},
                "ndmap 3", new long[] {5, 5, 5},
                "numpy", new long[] {30, 20, 40}),
            Map.of("ndmap 1", 7L, "numpy", 9L));

    assertThat(standing.ndmap()).isEqualTo(20);
    assertThat(standing.worst()).isEqualTo(40);
    assertThat(standing.ratio()).isEqualTo(1.5);
    assertThat(standing.worstRatio()).isEqualTo(0.75);
    assertThat(standing.isMet()).isTrue();
    assertThat(standing.size()).hasValue(7);
    assertThat(standing.numpySize()).hasValue(9);
    assertThat(FilesTable.row(standing))
        .isEqualTo(
            "| open, one item, 1 MiB stored | 20.0 ns | 40.0 ns | 30.0 ns |  | 1.50 | 0.75 |"
                + " ≥ 1.00: yes | 0.0 / 0.0 |");
  }

  @Test
  void argumentsAreRead() {
    FilesRaceOptions options =
        FilesRaceOptions.parse("--mib", "8", "--jvms", "1", "--only", "^pipe", "--cpu", "yes");

    assertThat(options.bytes()).isEqualTo(8 << 20);
    assertThat(options.jvms()).isEqualTo(1);
    assertThat(options.appends()).isEqualTo(1000);
    assertThat(options.clock()).isEqualTo(Clock.CPU);
    assertThat(options.only().matcher("savez").find()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "--fast 1, unknown argument: --fast",
    "--mib, '--mib needs a value, or is not an option'",
    "--jvms 0, '--jvms takes 1 to 99999, found ''0'''",
    "--only [, --only is not an expression: Unclosed character class near index 0",
  })
  void otherArgumentsAreRefused(String arguments, String message) {
    assertThatThrownBy(() -> FilesRaceOptions.parse(arguments.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
