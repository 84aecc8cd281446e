package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ndmap view` as a process: Ctrl-C and truncation during the exact pass, and a full disk.
class ViewProcessTest {

  @TempDir private Path directory = Path.of("");

  /// A file that takes minutes to read, although it is a hole.
  private Path huge() {
    Path file = directory.resolve("x.npy");
    Cli created =
        Cli.run("create", file, "--dtype", "u1", "--shape", "1048576,1048576", "--sparse");
    Assumptions.assumeTrue(created.exit() == 0, "no sparse files of this size: " + created.err());
    return file;
  }

  private Process view(Object... args) throws IOException {
    Object[] all = Stream.concat(Stream.of("view"), Stream.of(args)).toArray();
    // Standard error is read in the end; it is one line at most.
    return new ProcessBuilder(Cli.command(List.of(ChildJvm.OPTIMISED, "-Xmx64m"), all)).start();
  }

  private static String rest(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), UTF_8);
  }

  /// Reads until the sampled picture is there.
  private static void awaitSample(BufferedReader out, Process process) throws IOException {
    for (String line = out.readLine(); ; line = out.readLine()) {
      if (line == null) {
        throw new AssertionError("no sampled picture: " + rest(process));
      }
      if (line.contains("sampled ")) {
        return;
      }
    }
  }

  private static void controlC(Process process) throws Exception {
    if (BigFileTest.ignoresControlC(process)) {
      process.destroyForcibly();
      Assumptions.abort("this process was started with Ctrl-C ignored, and so are its children");
    }
    Commands.signal("INT", process.pid());
    assertThat(process.waitFor()).isEqualTo(130);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void controlCLeavesTheSampledPicture() throws Exception {
    Process process = view(huge(), "--terminal", "ascii");
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      awaitSample(out, process);
      controlC(process);
      assertThat(out.lines().collect(Collectors.joining("\n")))
          .as("what follows the sampled picture's line of facts")
          .doesNotContain("exact")
          .doesNotContain("\u001b");
    }
    assertThat(rest(process)).isEmpty();
    assertThat(names()).containsExactly("x.npy");
  }

  /// The sampled picture is published whole before all elements are read.
  @Test
  @Tag("slow")
  void controlCLeavesTheSampledFile() throws Exception {
    Path file = huge();
    try (WatchService watch = directory.getFileSystem().newWatchService()) {
      var _ = directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Process process = view(file, "-o", directory.resolve("x.svg"));
      // Only once the temporary file, if any, has gone: its directory then changes no more.
      while (!names().equals(List.of("x.npy", "x.svg"))) {
        assertThat(process.isAlive()).as("at work").isTrue();
        var _ = watch.poll(100, TimeUnit.MILLISECONDS);
      }
      controlC(process);
      assertThat(rest(process)).isEmpty();
    }
    assertThat(names()).containsExactly("x.npy", "x.svg");
    assertThat(Files.readString(directory.resolve("x.svg")))
        .contains("sampled ")
        .endsWith("</svg>\n");
  }

  @Test
  @Tag("slow")
  void truncationDuringTheExactPassIsOneLine() throws Exception {
    Path file = huge();
    Process process = view(file, "--terminal", "ascii");
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      awaitSample(out, process);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(4096);
      }
      assertThat(out.lines().collect(Collectors.joining("\n"))).doesNotContain("exact");
    }
    assertThat(rest(process))
        .startsWith("ndmap: " + file + ": the mapped memory cannot be accessed")
        .hasLineCount(1);
    assertThat(process.waitFor()).isEqualTo(Main.FAILED);
  }

  @Test
  void aFullDiskLeavesNoFile() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    Assumptions.assumeTrue(
        Commands.succeeds("mount", "-t", "tmpfs", "-o", "size=8k", "none", disk.toString()),
        "a small tmpfs cannot be mounted here (needs root): a full disk is not tested");
    try {
      Path file = directory.resolve("x.npy");
      assertThat(Cli.run("create", file, "--dtype", "f8", "--shape", "300,300").err()).isEmpty();
      Path png = disk.resolve("x.png");
      Cli cli = Cli.run("view", file, "-o", png);
      assertThat(cli)
          .isEqualTo(new Cli(Main.FAILED, "", "ndmap: " + png + ": No space left on device\n"));
      assertThat(disk).isEmptyDirectory();
    } finally {
      Commands.require("umount", disk.toString());
    }
  }
}
