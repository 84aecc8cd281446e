package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.ByteView;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that make one file, in containers whose processes all have the number 1: here, in
/// namespaces of process numbers.
class SamePidTest {

  /// So much that hardly anybody is done before being stopped: it is written to the disk, too.
  private static final long ITEMS = 100_000_000;

  private static final byte ITEM = 7;

  /// Where the items begin.
  private static final int DATA = 128;

  private static final int ATTEMPTS = 5;

  /// The JVM warns of the file of another one that has its number.
  private static final List<String> QUIET = List.of("-XX:-UsePerfData", "-XX:+UseSerialGC");

  @TempDir private Path directory = Path.of("");

  private final List<Process> started = new ArrayList<>();
  private List<String> namespace = List.of();
  private final Process killer;
  private Path source = Path.of("");
  private Path target = Path.of("");

  SamePidTest() throws IOException {
    // Started beforehand: a command is to be stopped where it is.
    killer =
        new ProcessBuilder(
                "sh", "-c", "while read signal pid; do kill -$signal $pid; echo $?; done")
            .start();
    started.add(killer);
  }

  @BeforeEach
  void requireNamespaces() throws Exception {
    boolean root = "root".equals(Files.getOwner(Path.of("/proc/self")).getName());
    namespace =
        new ArrayList<>(List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child"));
    if (!root) {
      namespace.add("--map-root-user");
    }
    assumeTrue(
        "1".equals(output("sh", "-c", "echo $$").strip()),
        "no namespaces of process numbers may be made here (unshare): containers are not tested");
    source = directory.resolve("source.npy");
    target = Files.createDirectory(directory.resolve("volume")).resolve("x.npy");
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  private Process start(List<String> command) throws IOException {
    List<String> all = new ArrayList<>(namespace);
    all.addAll(command);
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    started.add(process);
    return process;
  }

  private String output(String... command) throws InterruptedException {
    try {
      Process process = start(List.of(command));
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      return process.waitFor() == 0 ? output : "";
    } catch (IOException e) {
      return "";
    }
  }

  private void makeSource() throws IOException {
    NpyFile.create(
            source,
            DType.INT8,
            Shape.of(1, ITEMS),
            Order.C,
            CreateOptions.DEFAULT,
            items -> items.as(ByteView.class).fill(ITEM))
        .close();
  }

  /// A command that makes an array of `ITEMS` times `ITEM`.
  private Process make(String command, String... more) throws IOException {
    Stream<Object> arguments =
        switch (command) {
          case "create" ->
              Stream.of("create", target, "--dtype=i1", "--shape=1," + ITEMS, "--fill=" + ITEM);
          case "take" -> Stream.of("take", source, target, "--indices=0");
          default -> Stream.of("convert", source, target);
        };
    return start(Cli.command(QUIET, Stream.concat(arguments, Arrays.stream(more)).toArray()));
  }

  private void signal(String signal, Process unshare) throws IOException {
    ProcessHandle first = unshare.children().findFirst().orElseThrow();
    killer.outputWriter(UTF_8).append(signal + " " + first.pid() + "\n").flush();
    assertThat(killer.inputReader(UTF_8).readLine()).isEqualTo("0");
  }

  /// The files that commands have begun to fill.
  private Set<Object> working() throws IOException {
    Set<Object> keys = new HashSet<>();
    try (Stream<Path> files = Files.list(target.getParent())) {
      for (Path file : files.filter(path -> !path.equals(target)).toList()) {
        try {
          if (firstItem(file) == ITEM) {
            keys.add(Files.getAttribute(file, "unix:ino"));
          }
        } catch (NoSuchFileException e) {
          // Gone since.
        }
      }
    }
    return keys;
  }

  private static int firstItem(Path file) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      stream.skipNBytes(DATA);
      return stream.read();
    } catch (EOFException e) {
      return -1;
    }
  }

  /// Starts a command and stops it while it fills its file. One that was too quick for that is
  /// started again.
  private Process stopAtWork(String command, String... more) throws Exception {
    Set<Object> others = working();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Process process = make(command, more);
      while (others.containsAll(working()) && process.isAlive()) {
        Thread.onSpinWait();
      }
      if (process.isAlive()) {
        signal("STOP", process);
        if (!Files.exists(target)) {
          return process;
        }
        signal("CONT", process);
      }
      finishes(process);
      Files.delete(target);
    }
    throw new AssertionError(command + " had made its file before it was stopped");
  }

  private static void finishes(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(output).isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  private void requireWhole() throws IOException {
    try (NpyFile npy = NpyFile.open(target)) {
      assertThat(npy.shape()).isEqualTo(Shape.of(1, ITEMS));
    }
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(target)) {
      MemorySegment items = channel.map(MapMode.READ_ONLY, DATA, ITEMS, arena);
      assertThat(items.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo(ITEM);
      // Each item is the one before.
      assertThat(items.asSlice(1).mismatch(items.asSlice(0, ITEMS - 1))).isEqualTo(-1);
    }
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(strings = {"convert", "take"})
  void everyOtherCommandDoes(String command) throws Exception {
    everyOneMakesAFileOfItsOwn(command);
  }

  @ParameterizedTest
  @ValueSource(strings = "create")
  void everyOneMakesAFileOfItsOwn(String command) throws Exception {
    if (!command.equals("create")) {
      makeSource();
    }
    Process first = stopAtWork(command, "--force");
    Process second = stopAtWork(command, "--force");
    signal("CONT", first);
    finishes(first);
    requireWhole();
    signal("CONT", second);
    finishes(second);
    requireWhole();
    assertThat(target.getParent()).isDirectoryNotContaining(file -> !file.equals(target));
  }

  @Test
  @Tag("slow")
  void ofTwoThatReplaceNothingOneIsRefused() throws Exception {
    Process first = stopAtWork("create");
    Process second = stopAtWork("create");
    signal("CONT", first);
    finishes(first);
    signal("CONT", second);
    assertThat(new String(second.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("ndmap: " + target + ": the file exists; --force replaces it\n");
    assertThat(second.waitFor()).isEqualTo(Main.FAILED);
    requireWhole();
    assertThat(target.getParent()).isDirectoryNotContaining(file -> !file.equals(target));
  }

  @Test
  @Tag("slow")
  void aKilledProcessDoesNotBlockTheNext() throws Exception {
    Process killed = stopAtWork("create");
    signal("KILL", killed);
    killed.waitFor();
    finishes(make("create"));
    requireWhole();
    // The file that it leaves behind is in nobody's way.
    assertThat(working()).hasSize(1);
  }
}
