package io.ndmap.cli.argument;

import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.UsageException;
import io.ndmap.op.Execution;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options of commands that read whole files: threads and heap.
public final class ExecutionOptions {

  private static final long MOST_THREADS = 1 << 15;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "The maximum number of threads (default: one per processor). The result does not depend"
              + " on it.")
  private Optional<Long> threads = Optional.empty();

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description =
          "The maximum heap, such as 128m; the launcher ./ndmap passes it to the JVM. The smallest"
              + " heap is enough for files of any size.")
  private Optional<String> heap = Optional.empty();

  /// Refuses what cannot be meant.
  ///
  /// @throws UsageException if it is wrong usage
  public void check() {
    UsageException.requireRange("--threads", threads.orElse(1L), 1, MOST_THREADS);
    heap.ifPresent(text -> ByteSize.ofOption("--heap", text));
  }

  /// A pass through a file, of which no more stays in memory than is being worked on.
  ///
  /// @param progress told what was passed
  /// @param itemsize bytes of an item
  public Execution execution(Progress progress, int itemsize) {
    return threads
        .map(n -> Execution.parallel(n.intValue()))
        .orElseGet(Execution::parallel)
        .droppingBehind()
        .withProgress(items -> progress.advance(items * itemsize));
  }
}
