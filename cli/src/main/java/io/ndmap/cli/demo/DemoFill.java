package io.ndmap.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.cli.output.Progress;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.output.Streams;
import io.ndmap.dtype.DType;
import io.ndmap.fill.FillControl;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.WorkerStatus;
import io.ndmap.layout.Order;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.DoubleView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Fills the demo's array with several processes, one of which is killed while it holds a chunk.
final class DemoFill {

  private static final List<String> FLAGS = List.of("-Xmx32m", "-XX:+UseSerialGC", "-Xlog:disable");

  /// How long the process to be killed holds a chunk. The time is bounded in case the demo itself
  /// is killed first.
  private static final long PAUSE_MILLIS = 60_000;

  private static final long POLL_MILLIS = 20;

  /// The number of chunks that must be done before the process is killed.
  private static final int DONE_BEFORE = 2;

  private final DemoArray array;
  private final Path file;
  private final Streams streams;
  private final DemoReport report;
  private final TemporaryFiles temporary;
  private final FillControl control;

  DemoFill(
      DemoArray array, Path file, Streams streams, DemoReport report, TemporaryFiles temporary) {
    this.array = array;
    this.file = file;
    this.streams = streams;
    this.report = report;
    this.temporary = temporary;
    this.control = FillControl.of(file);
  }

  void run() throws IOException, InterruptedException {
    long chunks = create();
    long begin = System.nanoTime();
    try (Progress progress = Progress.of(streams, "fill").begin(array.bytes())) {
      Watch watch = new Watch(progress);
      Process killed = start(PAUSE_MILLIS);
      // Start the other worker later: it might fill a small array before the first worker claims a
      // chunk.
      var _ = awaitVictim(killed, 0, watch, List.of(killed));
      Process first = start(0);
      WorkerStatus victim = awaitVictim(killed, DONE_BEFORE, watch, List.of(killed, first));
      kill(killed);
      Process second = start(0);
      watch.untilEnd(first);
      watch.untilEnd(second);
      long nanos = System.nanoTime() - begin;
      boolean ended = first.exitValue() == 0 && second.exitValue() == 0;
      progress.hide();
      report.step(
          "fill",
          "every element set in place, " + chunks + " chunks by 3 processes",
          nanos,
          QuantityText.bytesPerSecond(array.bytes(), nanos),
          ended && isRight());
      report.step(
          "kill -9",
          "one of them, holding "
              + QuantityText.count(victim.claimed(), "chunk")
              + ": the others filled all "
              + chunks,
          nanos,
          QuantityText.perSecond(chunks, "chunks", nanos),
          victim.claimed() > 0
              && victim.committed() == 0
              && !killed.isAlive()
              && filled(first) + filled(second) == chunks);
    }
  }

  private long create() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    FillSpec spec = FillSpec.of(DType.FLOAT64, array.shape(), Order.C);
    try (SharedFill fill = SharedFill.createOrJoin(file, spec)) {
      long nanos = System.nanoTime() - begin;
      report.step(
          "create",
          array.rows()
              + " × "
              + DemoArray.COLUMNS
              + " float64, "
              + QuantityText.bytes(array.bytes())
              + " reserved on the disk",
          nanos,
          QuantityText.bytesPerSecond(array.bytes(), nanos),
          fill.progress().free() == fill.chunks() && !Files.exists(file));
      return fill.chunks();
    }
  }

  private Process start(long throttle) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            DemoProcess.command(
                FLAGS, "fill", "work", file, "--with", DemoArray.CONTENT, "--throttle", throttle));
    Process process = builder.redirectErrorStream(true).start();
    temporary.add(process);
    process.getOutputStream().close();
    return process;
  }

  /// Waits until the process to be killed has claimed a chunk and at least `done` chunks are done.
  ///
  /// @param running the processes that must not end meanwhile
  /// @return the status of the process to be killed
  private WorkerStatus awaitVictim(Process killed, int done, Watch watch, List<Process> running)
      throws IOException, InterruptedException {
    while (true) {
      FillStatus status = watch.poll();
      for (WorkerStatus worker : status.workers()) {
        if (worker.pid() == killed.pid()
            && worker.claimed() > 0
            && status.progress().done() >= done) {
          return worker;
        }
      }
      for (Process process : running) {
        if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
          throw new IOException("a process that fills the array ended: " + outputOf(process));
        }
      }
    }
  }

  private static void kill(Process process) throws InterruptedException {
    var _ = process.destroyForcibly().waitFor();
  }

  private boolean isRight() throws IOException {
    try (NpyFile npy = NpyFile.open(file)) {
      DoubleView view = npy.view(DoubleView.class);
      return view.get(array.rows() - 1, 1) == DemoArray.value(array.rows() - 1, 1);
    }
  }

  private static String outputOf(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
  }

  /// The number of chunks that a process reports as filled.
  private long filled(Process process) throws IOException {
    String prefix = file + ": ";
    return outputOf(process)
        .lines()
        .filter(line -> line.startsWith(prefix) && line.contains(" filled in "))
        .mapToLong(line -> Long.parseLong(line.substring(prefix.length()).split(" ", 2)[0]))
        .sum();
  }

  /// Polls the fill and shows its progress.
  private final class Watch {

    private final Progress progress;
    private long done;

    Watch(Progress progress) {
      this.progress = progress;
    }

    FillStatus poll() throws IOException {
      FillStatus status = control.status();
      FillProgress counts = status.progress();
      if (counts.done() > done) {
        progress.advance((counts.done() - done) * (array.bytes() / counts.chunks()));
        done = counts.done();
      }
      return status;
    }

    void untilEnd(Process process) throws IOException, InterruptedException {
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        var _ = poll();
      }
    }
  }
}
