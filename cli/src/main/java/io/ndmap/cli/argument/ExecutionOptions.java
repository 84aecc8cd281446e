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

  /// Checks the options.
  ///
  /// @throws UsageException if a value is out of range
  public void check() {
    UsageException.requireRange("--threads", threads.orElse(1L), 1, MOST_THREADS);
    heap.ifPresent(text -> ByteSize.ofOption("--heap", text));
  }

  /// Returns the execution of a pass over a file. The execution releases pages that the pass no
  /// longer needs.
  ///
  /// @param progress notified of the bytes processed
  /// @param itemsize the number of bytes of an element
  public Execution execution(Progress progress, int itemsize) {
    return threads
        .map(n -> Execution.parallel(n.intValue()))
        .orElseGet(Execution::parallel)
        .droppingBehind()
        .withProgress(items -> progress.advance(items * itemsize));
  }
}
