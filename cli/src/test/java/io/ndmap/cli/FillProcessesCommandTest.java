package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.fill.FillControl;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.testing.Commands;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Several processes at one fill, some of which are killed, stopped or told to end.
class FillProcessesCommandTest {

  private static final List<String> LITTLE = List.of("-Xmx64m", "-XX:+UseSerialGC");

  /// Milliseconds a chunk, of a worker that shall not be done before it is killed.
  private static final String FOR_EVER = "6000000";

  @TempDir private Path directory = Path.of("");
  private final List<Process> processes = new ArrayList<>();
  private Path file = Path.of("");

  @BeforeEach
  void begin() {
    file = directory.resolve("x.npy");
    Cli begun =
        Cli.run("fill", "init", file, "--dtype", "i8", "--shape", "512,1024", "--chunks", "4,1024");
    assertThat(begun.out()).startsWith(file + ": 128 chunks of shape (4, 1024), 32.0 KiB each");
  }

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process work(Object... more) throws IOException {
    List<Object> args = new ArrayList<>(List.of("fill", "work", file));
    args.addAll(List.of(more));
    Process process =
        new ProcessBuilder(Cli.command(LITTLE, args.toArray())).redirectErrorStream(true).start();
    processes.add(process);
    return process;
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), UTF_8);
  }

  /// Waits until the fill stands as it shall, while a process is at it.
  private FillStatus await(Process process, Predicate<FillStatus> condition) throws Exception {
    while (true) {
      FillStatus status = FillControl.of(file).status();
      if (condition.test(status)) {
        return status;
      }
      if (process.waitFor(5, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("it ended before: " + output(process));
      }
    }
  }

  private FillStatus awaitClaim(Process process) throws Exception {
    return await(
        process,
        status ->
            status.workers().stream()
                .anyMatch(worker -> worker.pid() == process.pid() && worker.claimed() > 0));
  }

  private void requireWhole() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.filter(path -> path.toString().contains("npy"))).containsExactly(file);
    }
    assertThat(Python.run("print((np.load(argv[0]).ravel() == np.arange(512 * 1024)).all())", file))
        .isEqualTo("True\n");
  }

  private static long filled(String output) {
    assertThat(output).contains(" filled in ");
    return Long.parseLong(output.replaceFirst("(?s).*: ([0-9]+) chunks? filled in.*", "$1"));
  }

  @Test
  void whatAKilledOneHadClaimedIsFilledByOthers() throws Exception {
    Process killed = work("--throttle", FOR_EVER);
    FillStatus before = awaitClaim(killed);
    assertThat(before.workers()).hasSize(1);
    Process other = work("--throttle", "1");
    var _ = await(other, status -> status.progress().done() > 5);
    assertThat(killed.destroyForcibly().waitFor()).isEqualTo(137);
    Cli own = Cli.run("fill", "work", file, "--workers", "2", "--throttle", "1");
    assertThat(own.exit()).as(own.err()).isZero();
    String output = output(other);
    assertThat(other.waitFor()).as(output).isZero();
    assertThat(filled(output) + filled(own.out())).isEqualTo(128);
    assertThat(output + own.out()).contains("; the array is complete\n");
    requireWhole();
  }

  @Test
  void theDeadAreShown() throws Exception {
    Process killed = work("--throttle", FOR_EVER, "--workers", "2");
    var _ = await(killed, status -> status.progress().claimed() == 2);
    assertThat(killed.destroyForcibly().waitFor()).isEqualTo(137);
    JsonObject status = Cli.run("fill", "status", file, "--json").json();
    assertThat(status.keySet())
        .containsExactly(
            "file",
            "state",
            "chunks",
            "done",
            "claimed",
            "dead",
            "poisoned",
            "missing_bytes",
            "workers",
            "rate_per_s",
            "eta_s",
            "poisoned_chunks");
    assertThat(status.get("claimed").getAsLong()).isEqualTo(2);
    assertThat(status.get("dead").getAsLong()).isEqualTo(2);
    JsonObject worker = status.getAsJsonArray("workers").get(0).getAsJsonObject();
    assertThat(worker.keySet())
        .containsExactly(
            "slot", "pid", "kind", "alive", "stopped", "committed", "claimed", "joined", "last");
    assertThat(worker.get("pid").getAsLong()).isEqualTo(killed.pid());
    assertThat(worker.get("kind").getAsString()).isEqualTo("java");
    assertThat(worker.get("alive").getAsBoolean()).isFalse();
    assertThat(worker.get("claimed").getAsLong()).isEqualTo(2);
    assertThat(worker.get("joined").getAsString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
    assertThat(worker.get("last").isJsonNull()).isTrue();
    assertThat(Cli.run("fill", "status", file).out())
        .contains(
            "  claimed      2, 2 of them by dead workers\n",
            "  worker 0     dead, java, process " + killed.pid() + ", 0 chunks done, 2 claimed");
    Cli retried = Cli.run("fill", "work", file);
    assertThat(filled(retried.out())).isEqualTo(128);
    requireWhole();
  }

  @Test
  @Tag("slow")
  void aStoppedOneKeepsItsChunkUntilItIsEvicted() throws Exception {
    Process sleeper = work("--throttle", FOR_EVER);
    var _ = awaitClaim(sleeper);
    Commands.signal("STOP", sleeper.pid());
    var _ = await(sleeper, status -> status.workers().getFirst().stopped());
    assertThat(Cli.run("fill", "status", file).out())
        .contains("  worker 0     stopped, java, process " + sleeper.pid());
    Cli rest = Cli.run("fill", "work", file, "--max-chunks", "127");
    assertThat(rest.out()).startsWith(file + ": 127 chunks").endsWith("; 1 of 128 left\n");
    Cli aborted = Cli.run("fill", "abort", file);
    assertThat(aborted.exit()).isEqualTo(Main.FAILED);
    assertThat(aborted.err())
        .isEqualTo(
            "ndmap: "
                + file
                + ": process "
                + sleeper.pid()
                + " in slot 0 takes part; let it end, or evict it\n");
    Cli waited = Cli.run("fill", "finish", file, "--patience", "1");
    assertThat(waited.err())
        .isEqualTo("ndmap: " + file + ": 127 of 128 chunks are done after 1 s\n");
    assertThat(Cli.run("fill", "evict", file, "0"))
        .isEqualTo(new Cli(0, file + ": worker 0 is dead; 1 chunk freed\n", ""));
    assertThat(sleeper.waitFor()).isEqualTo(137);
    assertThat(Cli.run("fill", "work", file).out()).startsWith(file + ": 1 chunk filled");
    requireWhole();
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143, false", "INT, 130, true"})
  void aStoppedWorkerReleasesItsChunks(String signal, int exit, boolean program) throws Exception {
    Path began = directory.resolve("began");
    Process process =
        program
            ? work("--with", "cmd:sleep 6000 & touch '" + began + "'; wait; :")
            : work("--throttle", FOR_EVER, "--workers", "3");
    if (program) {
      while (!Files.exists(began)) {
        assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).isFalse();
      }
    } else {
      var _ = await(process, status -> status.progress().claimed() == 3);
    }
    boolean ignored = signal.equals("INT") && BigFileTest.ignoresControlC(process);
    Assumptions.assumeFalse(
        ignored, "this process was started with Ctrl-C ignored, and so are its children");
    List<ProcessHandle> children = process.descendants().toList();
    assertThat(children).hasSizeGreaterThanOrEqualTo(program ? 2 : 0);
    Commands.signal(signal, process.pid());
    String output = output(process);
    assertThat(process.waitFor()).as(output).isEqualTo(exit);
    assertThat(output).matches(file + ": 0 chunks filled in .*; 128 of 128 left\n");
    for (ProcessHandle child : children) {
      var _ = child.onExit().get();
    }
    FillStatus status = FillControl.of(file).status();
    assertThat(status.progress()).isEqualTo(new FillProgress(128, 0, 0, 0));
    assertThat(status.workers()).isEmpty();
    assertThat(directory.resolve("x.npy.reasons")).doesNotExist();
  }

  @Tag("heavy")
  @Test
  void soDoesOneThatIsInterrupted() throws Exception {
    aStoppedWorkerReleasesItsChunks("INT", 130, false);
  }

  /// Everything that such a program starts ignores SIGTERM, too.
  private Process workByDeafProgram(String program) throws Exception {
    Path began = directory.resolve("began");
    Process process =
        work(
            "--max-chunks",
            "1",
            "--with",
            "cmd:trap '' TERM; " + program + "; sleep 6000 & touch '" + began + "'; wait; :");
    while (!Files.exists(began)) {
      assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).isFalse();
    }
    return process;
  }

  private static void requireEnded(List<ProcessHandle> children) throws Exception {
    assertThat(children).hasSizeGreaterThanOrEqualTo(2);
    for (ProcessHandle child : children) {
      var _ = child.onExit().get();
    }
  }

  @Test
  @Tag("slow")
  void aProgramThatIgnoresSigtermIsKilledWhenTheWorkerIsStopped() throws Exception {
    Process process = workByDeafProgram(":");
    List<ProcessHandle> children = process.descendants().toList();
    Commands.signal("TERM", process.pid());
    String output = output(process);
    assertThat(process.waitFor()).as(output).isEqualTo(143);
    assertThat(output).matches(file + ": 0 chunks filled in .*; 128 of 128 left\n");
    requireEnded(children);
    assertThat(FillControl.of(file).status().progress()).isEqualTo(new FillProgress(128, 0, 0, 0));
  }

  @Tag("heavy")
  @Test
  void aProgramThatWroteTooMuchAndIgnoresSigtermIsKilled() throws Exception {
    Process process = workByDeafProgram("head -c 65536 /dev/zero");
    assertThat(output(process))
        .startsWith("ndmap: " + file + ": chunk 0 ")
        .contains(": it wrote more than 32768 bytes\n");
    assertThat(process.waitFor()).isEqualTo(Main.FAILED);
    assertThat(FillControl.of(file).status().progress()).isEqualTo(new FillProgress(128, 0, 0, 0));
  }

  @Test
  @Tag("slow")
  void aWorkerWaitsForWhoBegins() throws Exception {
    assertThat(Cli.run("fill", "abort", file).exit()).isZero();
    Process early = work("--with", "const:7");
    Cli begun = Cli.run("fill", "init", file, "--dtype", "u1", "--shape", "3");
    assertThat(begun.exit()).isZero();
    String output = output(early);
    assertThat(early.waitFor()).as(output).isZero();
    assertThat(Cli.run("get", file).out()).isEqualTo("[7 7 7]\n");
  }
}
