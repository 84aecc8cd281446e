package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A file that another process truncates while a command is reading it: one line, and no dead JVM.
class TruncationTest {

  /// A command that reads a whole file and creates none, with the dtype of the file.
  private static final Map<String, String> CASES =
      Map.of(
          "stats", "<f8",
          "stats --axis=0", "<f4",
          "hist --range=0,1", "<f8",
          "unique", "|i1",
          "digest", "<f8",
          "diff", "<f8",
          "eval sum(x*2,axis=0)", "<f4");

  /// Commands with threads that read only some elements, create a file as large, or serve.
  private static final Set<String> OTHERS =
      Set.of("append", "convert", "npz create", "serve", "sort", "take", "view");

  @TempDir private Path directory = Path.of("");

  @Test
  void everyCommandWithThreadsIsACaseOrExempt() {
    Set<String> known =
        Stream.concat(CASES.keySet().stream().map(call -> call.split(" ", 2)[0]), OTHERS.stream())
            .collect(Collectors.toSet());
    assertThat(CommandTree.all().filter(command -> command.findOption("--threads") != null))
        .extracting(CommandTree::name)
        .isNotEmpty()
        .isSubsetOf(known);
  }

  static Stream<Arguments> cases() {
    return CASES.entrySet().stream()
        .map(it -> Arguments.of(it.getKey(), it.getValue(), "-XX:+UseSerialGC"));
  }

  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({
    "stats, >f4, -XX:+UseG1GC",
    "stats, <i4, -XX:TieredStopAtLevel=1",
    "stats --axis=0 --threads=1, <f8, -XX:+UseG1GC",
    "digest, >f4, -XX:+UseG1GC",
    "digest, <i4, -Xint",
  })
  void isOneLineUnderOtherFlagsToo(String command, String dtype, String option) throws Exception {
    isOneLine(command, dtype, option);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isOneLine(String command, String dtype, String option) throws Exception {
    Path file = directory.resolve("x.npy");
    // So large that reading all of it (holes included) takes longer than noticing that it has
    // begun.
    assertThat(
            Cli.run("create", file, "--dtype", dtype, "--shape", "16_000_000_000", "--sparse")
                .err())
        .isEmpty();
    List<Object> args = new ArrayList<>(List.of((Object[]) command.split(" ")));
    args.add(command.startsWith("eval") ? "x=" + file : file);
    boolean compares = command.equals("diff");
    if (compares) {
      args.add(file);
    }
    if (!command.equals("digest")) {
      args.add("--json");
    }
    Process process =
        new ProcessBuilder(Cli.command(List.of(ChildJvm.OPTIMISED, option), args.toArray()))
            .start();
    awaitReading(process, file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(4096);
    }
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor())
        .as(out + err)
        .isEqualTo(compares ? Main.WRONG_USAGE : Main.FAILED);
    assertThat(err).isEmpty();
    assertThat(out)
        .startsWith(
            "{\"file\":\""
                + file
                + "\",\"error\":\"MappingFaultException\",\"message\":\"the mapped memory cannot be"
                + " accessed")
        .hasLineCount(1);
  }

  /// Returns once pages of the file are in the process's memory.
  private static void awaitReading(Process process, Path file) throws Exception {
    Path maps = Path.of("/proc/" + process.pid() + "/smaps");
    Assumptions.assumeTrue(Files.exists(maps), "no /proc on this system");
    long resident = 0;
    while (resident < 4_000) {
      List<String> lines = Files.readAllLines(maps);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).endsWith(file.toString())) {
          String rss =
              lines.subList(i, lines.size()).stream()
                  .filter(l -> l.startsWith("Rss:"))
                  .findFirst()
                  .orElse("0");
          resident = Long.parseLong(rss.replaceAll("\\D", ""));
        }
      }
      // Whoever looks without a pause holds up the process that it looks at.
      assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }
}
