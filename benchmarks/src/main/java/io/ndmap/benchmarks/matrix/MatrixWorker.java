package io.ndmap.benchmarks.matrix;

import io.ndmap.benchmarks.contest.Calm;
import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.CompileQueue;
import io.ndmap.benchmarks.contest.Pollution;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.operations.MeasuredOperation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The program of each JVM that runs cells of the matrix. It answers requests on standard input,
/// one per line, with fields separated by tabs. The answer to a request that fails is `error` and
/// the reason; to the others:
///
/// | request | answer |
/// |---|---|
/// | `cell NAME` | `ok`; selects the cell of the next requests |
/// | `check FILE` | `ok`; writes the result to the file, or a sample of a large result |
/// | `warm MILLIS` | `ok`, after running the cell until the JVM is [Calm], for at most 2 s or ten times MILLIS, whichever is longer |
/// | `lap MILLIS CLOCK` | `ok NANOSECONDS`, the mean of one run |
final class MatrixWorker {

  private static final long SAMPLED = 1 << 21;
  private static final int SAMPLES = 1000;

  private static final long WARM_UP_NANOS = 2_000_000_000;
  private static final long POLLUTED_NANOS = 60_000_000_000L;

  private final Path directory;
  private final Map<String, MatrixCell> cells;
  private String group = "";
  private @Nullable MatrixOperands operands;
  private MeasuredOperation.@Nullable Work work;

  /// Never read; written so that the JIT cannot eliminate a result.
  @SuppressWarnings("unused") // the JIT cannot know that
  private volatile @Nullable Object result;

  /// Creates a worker for which no cell is selected.
  ///
  /// @param directory the directory of the files
  /// @param small the size in bytes of operands so small that results are Java arrays
  /// @param cached the size in bytes of operands that fit into the caches
  /// @param memory the size in bytes of operands that are larger than the caches
  MatrixWorker(Path directory, long small, long cached, long memory) {
    this.directory = directory;
    this.cells =
        MatrixCell.all(small, cached, memory).stream()
            .collect(Collectors.toMap(MatrixCell::name, Function.identity()));
  }

  /// Pollutes the JVM's profiles ([Pollution]), then answers requests until the input ends.
  ///
  /// @param arguments the directory of the files, then the sizes in bytes of small operands, of
  ///   operands that fit into the caches, and of larger operands; if there is a fifth argument, the
  ///   profiles are not polluted
  public static void main(String... arguments) throws IOException {
    MatrixWorker worker =
        new MatrixWorker(
            Path.of(arguments[0]),
            Long.parseLong(arguments[1]),
            Long.parseLong(arguments[2]),
            Long.parseLong(arguments[3]));
    if (arguments.length == 4) {
      Pollution.run();
    }
    var _ = CompileQueue.await(System.nanoTime() + POLLUTED_NANOS);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String answer;
      try {
        answer = worker.answer(line.split("\t", -1));
      } catch (Exception | OutOfMemoryError | InternalError e) {
        // Reported to the parent process, which continues with the next cell.
        answer = "error\t" + e.toString().replaceAll("\\s+", " ");
      }
      System.out.println(answer);
    }
  }

  /// Answers a request.
  String answer(String... request) throws IOException {
    return switch (request[0]) {
      case "cell" -> choose(cells.get(request[1]));
      case "check" -> check(Path.of(request[1]));
      case "warm" -> warm(Long.parseLong(request[1]));
      case "lap" ->
          lap(Long.parseLong(request[1]), Clock.valueOf(request[2].toUpperCase(Locale.ROOT)));
      default -> throw new IllegalArgumentException("not a request: " + request[0]);
    };
  }

  private String choose(@Nullable MatrixCell cell) {
    if (cell == null) {
      throw new IllegalArgumentException("there is no such cell");
    }
    if (operands == null || !cell.group().equals(group)) {
      if (operands != null) {
        operands.close();
      }
      operands = new MatrixOperands(directory, cell);
      group = cell.group();
    }
    operands.reset();
    work = cell.operation().work();
    return "ok";
  }

  private Object run() {
    if (work == null || operands == null) {
      throw new IllegalStateException("no cell is chosen");
    }
    return work.of(operands);
  }

  private String check(Path file) throws IOException {
    NdView<?> result = array(run());
    if (result.itemCount() > SAMPLED) {
      result = result.slice(0, 0, result.size(0), Math.max(1, result.size(0) / SAMPLES));
    }
    NpyFile.write(file, result);
    return "ok";
  }

  private static NdView<?> array(Object result) {
    return switch (result) {
      case NdView<?> view -> view;
      case Double number -> array(new double[] {number}).reshape();
      case Long number -> array(new long[] {number}).reshape();
      case Boolean truth -> array(new long[] {truth ? 1 : 0}).reshape();
      case double[] numbers ->
          NdView.of(
              MemorySegment.ofArray(numbers), DType.FLOAT64, Shape.of(numbers.length), Order.C);
      case long[] numbers ->
          NdView.of(MemorySegment.ofArray(numbers), DType.INT64, Shape.of(numbers.length), Order.C);
      case long[][] rows ->
          array(Arrays.stream(rows).flatMapToLong(Arrays::stream).toArray())
              .reshape(rows.length, rows[0].length);
      default -> throw new IllegalArgumentException("not a result: " + result);
    };
  }

  private String warm(long millis) throws IOException {
    long spell = TimeUnit.MILLISECONDS.toNanos(millis);
    Calm.reach(spell, Math.max(WARM_UP_NANOS, 10 * spell), () -> result = run());
    return "ok";
  }

  private String lap(long millis, Clock clock) {
    long least = TimeUnit.MILLISECONDS.toNanos(millis);
    long begin = clock.nanos();
    long runs = 0;
    for (long batch = 1; ; batch = runs) {
      for (long i = 0; i < batch; i++) {
        result = run();
      }
      runs += batch;
      long passed = clock.nanos() - begin;
      // Half of the time is enough: the next batch would take as long as all batches before it.
      if (2 * passed >= least) {
        return "ok\t" + (double) passed / runs;
      }
    }
  }
}
