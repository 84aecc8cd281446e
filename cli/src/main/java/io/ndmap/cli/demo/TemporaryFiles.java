package io.ndmap.cli.demo;

import io.ndmap.cli.output.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Deletes temporary files at the end of the work, on failure and on termination (Ctrl-C). The
/// processes that write to the files are stopped first.
final class TemporaryFiles implements AutoCloseable {

  private final List<Path> paths;
  private final List<Process> processes = new ArrayList<>();
  private final Thread hook;

  /// Whether the processes are being ended.
  private boolean going;

  private TemporaryFiles(List<Path> paths) {
    this.paths = paths;
    this.hook = new Thread(this::deleteQuietly, "temporary files");
  }

  /// @param paths files or directories, which need not exist yet
  static TemporaryFiles of(Path... paths) {
    TemporaryFiles files = new TemporaryFiles(List.of(paths));
    Runtime.getRuntime().addShutdownHook(files.hook);
    return files;
  }

  /// Registers a process to be ended before the files are deleted.
  synchronized void add(Process process) {
    processes.add(process);
    if (going) {
      var _ = process.destroyForcibly();
    }
  }

  /// Keeps the files.
  void keep() {
    unhook();
  }

  /// Deletes the files now.
  @Override
  public void close() throws IOException {
    if (unhook()) {
      delete();
    }
  }

  private boolean unhook() {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending, and the shutdown hook deletes the files.
      return false;
    }
  }

  private void deleteQuietly() {
    try {
      delete();
    } catch (IOException | UncheckedIOException e) {
      System.err.println(
          "ndmap: " + Printable.line(paths + " could not be deleted: " + e.getMessage()));
    }
  }

  private void delete() throws IOException {
    endProcesses();
    for (Path path : paths) {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        deleteWhole(path);
      }
    }
  }

  private synchronized void endProcesses() {
    going = true;
    for (Process process : processes) {
      var _ = process.destroyForcibly().onExit().join();
    }
  }

  private static void deleteWhole(Path path) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(path)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.deleteIfExists(each);
    }
  }
}
