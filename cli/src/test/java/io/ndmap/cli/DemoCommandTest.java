package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo, small.
class DemoCommandTest {

  @TempDir private Path directory = Path.of("");

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  @Test
  @Tag("slow")
  void everyStepIsRightAndTheFilesStayWhereAsked() throws IOException {
    Path kept = directory.resolve("made/for/it");
    Cli cli = Cli.run("demo", "--size", "17m", "--heap", "16m", "--keep", kept);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exit()).as(cli.out()).isZero();
    assertThat(cli.out())
        .contains(
            "ndmap demo in " + kept,
            "136 × 16384 float64, 17.0 MiB reserved",
            "every element set in place, 17 chunks by 3 processes",
            "one of them, holding 1 chunk: the others filled all 17",
            "checks are true.",
            "The files are in " + kept)
        .doesNotContain("WRONG");
    assertThat(cli.out().lines().filter(line -> line.endsWith(" ok")))
        .hasSize(Python.isPresent() ? 17 : 16)
        .allMatch(line -> line.contains("/s "))
        .map(line -> line.strip().split("  ", -1)[0])
        .contains(
            "create",
            "fill",
            "kill -9",
            "open",
            "random",
            "slice",
            "transposed",
            "Fortran",
            "statistics",
            "write",
            "archive",
            "member",
            "append");
    assertThat(files(kept))
        .containsExactly(
            kept.resolve("demo-fortran.npy"),
            kept.resolve("demo-grown.npy"),
            kept.resolve("demo.npy"),
            kept.resolve("demo.npz"));
    assertThat(Cli.run("get", kept.resolve("demo.npy"), "-5:, -5:, None, ...").exit()).isZero();
    assertThat(Cli.run("get", kept.resolve("demo.npy"), "-1, -4:").out())
        .isEqualTo("[-1. -1. -1. -1.]\n");

    Cli again = Cli.run("demo", "--size", "17m", "--keep", kept);
    assertThat(again.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(again.err())
        .startsWith("ndmap: --keep: " + kept.resolve("demo.npy") + " exists already\n");
    assertThat(files(kept)).hasSize(4);
    assertThat(Cli.run("demo", "--keep", kept.resolve("demo.npy")).err())
        .startsWith("ndmap: --keep: " + kept.resolve("demo.npy") + " is not a directory\n");
  }

  @Tag("heavy")
  @Test
  void withoutKeepingNothingStays() throws Exception {
    Process process =
        new ProcessBuilder(
                Cli.command(
                    List.of("-Xmx32m", "-Djava.io.tmpdir=" + directory),
                    "demo",
                    "--size",
                    "16MiB",
                    "--heap",
                    "32m"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    assertThat(files(directory)).isEmpty();
  }

  @Test
  void anInterruptedDemoLeavesNothing() throws Exception {
    Process process =
        new ProcessBuilder(
                Cli.command(
                    List.of(ChildJvm.OPTIMISED, "-Djava.io.tmpdir=" + directory),
                    "demo",
                    "--size",
                    "512MiB"))
            .redirectErrorStream(true)
            .start();
    // The first line is written before the first file is made, the third when it is there.
    var reader = process.inputReader();
    while (!reader.readLine().contains("create")) {
      assertThat(process.isAlive()).isTrue();
    }
    assertThat(files(directory)).hasSize(1);
    process.destroy();
    assertThat(process.waitFor()).isEqualTo(143);
    assertThat(files(directory)).isEmpty();
  }
}
