package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.ChildContender;
import io.ndmap.benchmarks.contest.Children;
import io.ndmap.benchmarks.contest.Cleanup;
import io.ndmap.benchmarks.contest.Contender;
import io.ndmap.benchmarks.contest.Machine;
import io.ndmap.benchmarks.contest.Pollution;
import io.ndmap.benchmarks.contest.RaceCommand;
import io.ndmap.benchmarks.matrix.Matrix;
import io.ndmap.benchmarks.matrix.MatrixOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.CompletableFuture;

/// The command `benchmarks/race`.
///
/// The exit codes are those of [RaceCommand].
public final class Race {

  private static final double DISK_SPACE_FACTOR = 1.1;

  private final RaceOptions options;
  private final PrintStream out;
  private final Cleanup cleanup;

  private Race(RaceOptions options, PrintStream out, Cleanup cleanup) {
    this.options = options;
    this.out = out;
    this.cleanup = cleanup;
  }

  /// Runs the race.
  ///
  /// @param arguments see [RaceOptions#USAGE]
  public static void main(String... arguments) {
    RaceCommand.main(
        arguments,
        RaceOptions.USAGE,
        RaceOptions::parse,
        (options, out, cleanup) -> new Race(options, out, cleanup).run());
  }

  private boolean run() throws IOException {
    Scale scale = options.scale();
    RaceFiles files = RaceFiles.in(options.directory(), scale, out);
    cleanup.add(files::close);
    introduce();
    CompletableFuture<Void> polluted = pollute();
    List<Operation> operations = makeFiles(files);
    List<Contender> contenders = contenders(files);
    polluted.join();
    Heat heat = new Heat(contenders, files, scale, out);
    boolean agreed = true;
    out.println("\n" + ResultTable.head());
    for (Operation operation : operations) {
      try {
        Optional<Standing> standing = heat.run(operation);
        if (standing.isPresent()) {
          out.println(ResultTable.row(standing.get()));
          write(JsonLines.of(standing.get()));
          if (options.profile()) {
            out.println(Profile.of(contenders.getFirst(), operation));
          }
        }
      } catch (Heat.Disagreement e) {
        agreed = false;
        out.println(ResultTable.failed(operation, e.difference()));
      }
    }
    out.println(ResultTable.foot());
    return matrix(files.directory()) && agreed;
  }

  /// Runs the matching cells among those that `benchmarks/race` takes from the matrix, in several
  /// child JVMs, and prints a report. Returns whether all contenders agreed.
  private boolean matrix(Path directory) throws IOException {
    MatrixOptions cells = MatrixOptions.quick(directory, options.only(), options.scale().clock());
    if (options.clean() || options.profile() || cells.isEmpty()) {
      return true;
    }
    out.println("\nIn up to five JVMs:");
    Matrix.run(cells, out, cleanup);
    return Matrix.report(List.of(cells.out()), out);
  }

  /// Starts [Pollution] in the background. Meanwhile the caller writes the files; each of the two
  /// tasks uses one CPU.
  private CompletableFuture<Void> pollute() {
    if (options.clean()) {
      return CompletableFuture.completedFuture(null);
    }
    out.println("running every operation on other dtypes, orders and layouts first ...");
    return CompletableFuture.runAsync(
        Pollution::run, task -> Thread.ofPlatform().daemon().name("pollution").start(task));
  }

  private void introduce() throws IOException {
    out.println(Machine.describe());
    if (options.json().isPresent()) {
      Files.writeString(options.json().get(), "");
    }
  }

  /// Creates the files of the selected rows, and returns these rows. Rows for whose files the disk
  /// space is insufficient are skipped.
  private List<Operation> makeFiles(RaceFiles files) throws IOException {
    List<Operation> operations = new ArrayList<>();
    for (Operation operation : Operations.of(options.scale())) {
      if (options.only().matcher(operation.name()).find()) {
        operations.add(operation);
      }
    }
    // Cold files first, so that the files created after them are still in the page cache at the
    // start.
    List<Operation> coldFirst = new ArrayList<>(operations);
    coldFirst.sort(Comparator.comparing(operation -> operation.cold().isEmpty()));
    SequencedSet<String> made = new LinkedHashSet<>();
    for (Operation operation : coldFirst) {
      List<String> missing =
          operation.files().stream().filter(name -> !made.contains(name)).toList();
      long bytes = missing.stream().mapToLong(files::bytes).sum();
      long free = Files.getFileStore(files.directory()).getUsableSpace();
      if (bytes * DISK_SPACE_FACTOR > free) {
        out.printf(
            "%s is skipped: it needs %s MiB on the disk of %s, where %s are free.%n",
            operation.name(), bytes >> 20, files.directory(), free >> 20);
        operations.remove(operation);
        continue;
      }
      for (String name : missing) {
        files.make(name);
        made.add(name);
      }
      if (!operation.cold().isEmpty()) {
        PageCache.drop(files.path(operation.cold()));
      }
    }
    return operations;
  }

  private List<Contender> contenders(RaceFiles files) throws IOException {
    Scale scale = options.scale();
    // One more element than needed, because a branch-free selection stores an element before it
    // decides whether to keep it. The allocation writes zeros, so all pages are resident.
    MemorySegment target =
        Arena.ofAuto().allocate(scale.targetBytes() + Double.BYTES, Double.BYTES);
    List<Contender> contenders = new ArrayList<>();
    NdmapContender ndmap = new NdmapContender(files, scale, target);
    contenders.add(ndmap);
    contenders.add(new OneThread(ndmap));
    contenders.add(new FfmLoops(files, scale, target));
    Children children = new Children(files.directory(), scale.targetBytes(), out);
    children.numpy().ifPresent(contenders::add);
    children.floor().ifPresent(contenders::add);
    for (Contender contender : contenders) {
      if (contender instanceof ChildContender) {
        cleanup.add(contender::close);
      }
    }
    return contenders;
  }

  private void write(List<String> lines) throws IOException {
    if (options.json().isPresent()) {
      Files.write(options.json().get(), lines, StandardOpenOption.APPEND);
    }
  }
}
