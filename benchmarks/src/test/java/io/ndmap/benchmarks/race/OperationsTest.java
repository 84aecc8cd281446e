package io.ndmap.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.Contender;
import io.ndmap.benchmarks.contest.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationsTest {

  private static final List<Operation> ALL = Operations.of(Scale.QUICK);

  private static String source(String name) throws IOException {
    try (InputStream in = Operations.class.getResourceAsStream("/race/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void namesAreUniqueAndStandInJsonAsTheyAre() {
    assertThat(ALL).extracting(Operation::name).doesNotHaveDuplicates();
    assertThat(ALL).allSatisfy(row -> assertThat(row.name()).doesNotContainPattern("[\"\\\\\t]"));
  }

  @Test
  void everyContenderKnowsItsRowsByTheirNames(@TempDir Path directory) throws IOException {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    String c = source("floor.c");
    String python = source("race.py");
    try (RaceFiles files = RaceFiles.in(directory, Scale.QUICK, nowhere);
        Contender ndmap = new NdmapContender(files, Scale.QUICK, MemorySegment.NULL);
        Contender ffm = new FfmLoops(files, Scale.QUICK, MemorySegment.NULL)) {
      boolean hasVectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
      for (Operation row : ALL) {
        String quoted = "\"" + row.name() + "\"";
        boolean twoThreads = new OneThread(ndmap).knows(row.name());
        assertThat(ndmap.knows(row.name())).as(row.name()).isTrue();
        boolean vectors = row.name().contains("Vector API");
        assertThat(c.contains(quoted)).as("C, " + row.name()).isNotEqualTo(twoThreads || vectors);
        assertThat(python.contains(quoted))
            .as("numpy, " + row.name())
            .isNotEqualTo(twoThreads || vectors);
        assertThat(ffm.knows(row.name()))
            .as("FFM, " + row.name())
            .isNotEqualTo(twoThreads || row.cold().equals("cold") || (vectors && !hasVectors));
      }
    }
  }

  @Test
  void everyFileOfARowIsKnown(@TempDir Path directory) throws IOException {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    try (RaceFiles files = RaceFiles.in(directory, Scale.QUICK, nowhere)) {
      assertThat(ALL)
          .allSatisfy(
              row ->
                  assertThat(row.files())
                      .isNotEmpty()
                      .allSatisfy(name -> assertThat(files.bytes(name)).isPositive()));
    }
  }

  /// The memory that is used again and again makes no difference from one run to the next.
  @Test
  void whatIsSelectedIsTheSameInEveryRun(@TempDir Path directory) throws IOException {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Scale small = new Scale(1 << 20, 1 << 20, 10, 1, 1, Clock.WALL);
    MemorySegment target = MemorySegment.ofArray(new long[(1 << 17) + 1]);
    try (RaceFiles files = RaceFiles.in(directory, small, nowhere)) {
      files.make("f8");
      try (Contender ndmap = new NdmapContender(files, small, target);
          Contender ffm = new FfmLoops(files, small, target)) {
        Outcome expected = ffm.check("select half of f8", 0);
        for (int run = 0; run < 2; run++) {
          assertThat(ndmap.check("compare and select f8", 0)).isEqualTo(expected);
          assertThat(ndmap.check("select half of f8", 0)).isEqualTo(expected);
        }
        assertThat(ffm.check("compare and select f8", 0)).isEqualTo(expected);
      }
    }
  }
}
