package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.testing.ChildJvm;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /// Cases whose exit codes differ.
  private static final Set<String> FEW = Set.of("stats", "diff");

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

  @Test
  void isOneLine() throws Exception {
    requireOneLine(true);
  }

  @Test
  @Tag("slow")
  void isOneLineOfTheOtherCommandsToo() throws Exception {
    requireOneLine(false);
  }

  /// @param few those of the few cases, else the others
  private void requireOneLine(boolean few) throws Exception {
    try (CliChild child = CliChild.start(List.of(), ChildJvm.OPTIMISED)) {
      for (Map.Entry<String, String> each : CASES.entrySet()) {
        if (FEW.contains(each.getKey()) == few) {
          requireOneLine(child, each.getKey(), each.getValue());
        }
      }
    }
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
    try (CliChild child = CliChild.start(List.of(), ChildJvm.OPTIMISED, option)) {
      requireOneLine(child, command, dtype);
    }
  }

  private void requireOneLine(CliChild child, String command, String dtype) throws Exception {
    Path file = directory.resolve(command.replaceAll("\\W", "_") + ".npy");
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
    child.begin(args.toArray());
    CompletableFuture<Cli> end = CompletableFuture.supplyAsync(child::end);
    awaitReading(child, file, end);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(4096);
    }
    Cli cli = end.get();
    assertThat(cli.exit()).as(cli.toString()).isEqualTo(compares ? Main.WRONG_USAGE : Main.FAILED);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.out())
        .startsWith(
            "{\"file\":\""
                + file
                + "\",\"error\":\"MappingFaultException\",\"message\":\"the mapped memory cannot be"
                + " accessed")
        .hasLineCount(1);
  }

  /// Returns once pages of the file are in the process's memory.
  private static void awaitReading(CliChild child, Path file, Future<Cli> end) throws Exception {
    Path maps = Path.of("/proc/" + child.pid() + "/smaps");
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
      assertThatThrownBy(() -> end.get(5, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    }
  }
}
