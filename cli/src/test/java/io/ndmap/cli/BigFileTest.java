package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files far larger than the heap and than what may stand in memory of them, and Ctrl-C on the way
/// through them.
class BigFileTest {

  private static final List<String> LITTLE_HEAP =
      List.of(ChildJvm.OPTIMISED, "-Xmx128m", "-XX:+UseSerialGC");

  /// Resident pages of a file, in KiB: each thread works on a few MiB, and releases the pages
  /// behind.
  private static final long MOST_RESIDENT = 256 << 10;

  /// KiB of a file that a command works on only once it is on its way through it. Not much more: a
  /// single thread never has 16 MiB of a file before it releases the pages behind.
  private static final long UNDER_WAY = 2 << 10;

  private static final int SIGINT = 2;

  /// Of a command that was told to end: many times what ending takes, a fraction of what reading
  /// 400 GiB does.
  private static final Duration MOST_CPU = Duration.ofSeconds(20);

  @TempDir private Path directory = Path.of("");

  private Path sparse(long rows) {
    Path file = directory.resolve("x.npy");
    Cli created = Cli.run("create", file, "--dtype", "f8", "--shape", rows + ",8192", "--sparse");
    Assumptions.assumeTrue(created.exit() == 0, "no sparse files of this size: " + created.err());
    return file;
  }

  /// A line of `/proc/<pid>/status`, as a number; 0 once the process is gone.
  private static long status(Process process, String key, int radix) throws IOException {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "no /proc on this system");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith(key + ":"))
          .mapToLong(line -> Long.parseUnsignedLong(line.split("\\s+", 3)[1], radix))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      if (process.isAlive()) {
        throw e;
      }
      return 0;
    }
  }

  static boolean ignoresControlC(Process process) throws IOException {
    return ((status(process, "SigIgn", 16) >> (SIGINT - 1)) & 1) == 1;
  }

  private static long fileResident(Process process) throws IOException {
    try {
      return status(process, "RssFile", 10);
    } catch (UncheckedIOException e) {
      // It ended while its status was read.
      return 0;
    }
  }

  /// How much of a file a process has in its memory, in KiB, whatever else it has there; 0 once it
  /// is gone.
  private static long resident(Process process, Path file) throws IOException {
    Path maps = Path.of("/proc", String.valueOf(process.pid()), "smaps");
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/smaps")), "no /proc on this system");
    long sum = 0;
    boolean ofFile = false;
    try {
      for (String line : Files.readAllLines(maps)) {
        if (line.startsWith("Rss:")) {
          sum += ofFile ? Long.parseLong(line.split("\\s+", 3)[1]) : 0;
          ofFile = false;
        } else {
          ofFile |= line.endsWith(file.toString());
        }
      }
    } catch (IOException e) {
      if (process.isAlive()) {
        throw e;
      }
    }
    return sum;
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(strings = {"stats --axis=0", "take"})
  void controlCEndsOthersToo(String command) throws Exception {
    controlCEndsAtOnceAndLeavesNothing(command);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"stats", "eval"})
  void controlCEndsTheseToo(String command) throws Exception {
    controlCEndsAtOnceAndLeavesNothing(command);
  }

  @ParameterizedTest
  @ValueSource(strings = "convert")
  void controlCEndsAtOnceAndLeavesNothing(String command) throws Exception {
    Path file = sparse(6_553_600);
    String[] words = command.split(" ");
    Object[] args =
        switch (words[0]) {
          case "convert" -> new Object[] {"convert", file, directory.resolve("y.npy"), "--sparse"};
          case "take" -> take(file, 100_000);
          case "eval" ->
              new Object[] {
                "eval", "x - mean(x, axis=0)", "x=" + file, "--sparse", "-o", file + ".new"
              };
          default -> Stream.concat(Stream.of(words), Stream.of(file)).toArray();
        };
    Process process =
        new ProcessBuilder(Cli.command(List.of("-Xmx128m", "-XX:+UseSerialGC"), args))
            .redirectErrorStream(true)
            .start();
    while (resident(process, file) < UNDER_WAY) {
      // Whoever looks without a pause holds up the process that it looks at.
      assertThat(process.waitFor(10, TimeUnit.MILLISECONDS))
          .as("done before it was asked to end")
          .isFalse();
    }
    if (ignoresControlC(process)) {
      process.destroyForcibly();
      Assumptions.abort("this process was started with Ctrl-C ignored, and so are its children");
    }
    Duration before = cpu(process).orElseThrow();
    Duration after = before;
    Commands.signal("INT", process.pid());
    while (!process.waitFor(5, TimeUnit.MILLISECONDS)) {
      after = cpu(process).orElse(after);
    }
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(after.minus(before)).isLessThan(MOST_CPU);
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEmpty();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(file);
    }
  }

  private static Optional<Duration> cpu(Process process) {
    return process.info().totalCpuDuration();
  }

  /// Every eighth row, to and fro; more would not fit into a command line.
  private Object[] take(Path file, int rows) {
    String indices =
        IntStream.range(0, rows / 8)
            .map(i -> i % 2 == 0 ? 8 * i : 8 * i - rows)
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(","));
    return new Object[] {
      "take", file, directory.resolve("y.npy"), "--sparse", "--indices=" + indices
    };
  }

  @Tag("heavy")
  @Test
  void statisticsOfFortyGibibytes() throws Exception {
    runsInLittleMemory("stats", "--json", sparse(655_360));
  }

  @Tag("heavy")
  @Test
  void statisticsAlongTheFirstAxis() throws Exception {
    runsInLittleMemory("stats", "--json", "--axis=0", sparse(65_536));
  }

  @Tag("heavy")
  @Test
  void anExpressionAlongTheFirstAxis() throws Exception {
    Path file = sparse(65_536);
    runsInLittleMemory("eval", "max((x - mean(x, axis=0)) * 2)", "x=" + file);
  }

  @Tag("heavy")
  @Test
  void conversionDigestAndHistogram() throws Exception {
    Path file = sparse(65_536);
    runsInLittleMemory(
        "convert", file, directory.resolve("y.npy"), "--dtype=f2", "--order=F", "--sparse");
    runsInLittleMemory("digest", file);
    runsInLittleMemory("hist", file, "--json");
  }

  @Tag("heavy")
  @Test
  void rowsFromAllOverFourGibibytes() throws Exception {
    runsInLittleMemory(take(sparse(65_536), 65_536));
  }

  private void runsInLittleMemory(Object... args) throws Exception {
    // A pipe that nobody reads before the end would hold up a command that says much.
    Path output = directory.resolve("said");
    Process process =
        new ProcessBuilder(Cli.command(LITTLE_HEAP, args))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    long most = 0;
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      most = Math.max(most, fileResident(process));
    }
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    assertThat(most).isPositive().isLessThan(MOST_RESIDENT);
  }
}
