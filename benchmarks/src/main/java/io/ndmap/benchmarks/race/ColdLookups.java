package io.ndmap.benchmarks.race;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.Advice;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.DoubleView;
import io.ndmap.op.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Measures how long it takes to read random rows, one by one and in batches, from a file of which
/// no requested row, or most of them, are in the page cache. The ways of reading take turns. Before
/// each measurement the file is dropped from the page cache and new rows are chosen, because caches
/// below the file system may keep the rows that were read. The output shows medians.
final class ColdLookups {

  private static final int COLUMNS = 1024;
  private static final long ROWS = 1 << 20;
  private static final int LAPS = 5;

  /// A way to read rows.
  ///
  /// @param name the name of the way in the output
  /// @param rows the number of rows that are read
  /// @param advice the access pattern that the kernel is told
  /// @param missing one of this many rows is not in the page cache; 1 if none is
  /// @param lookup reads the rows
  private record Way(String name, int rows, Advice advice, int missing, Lookup lookup) {}

  private interface Lookup {
    double run(DoubleView view, long[] rows);
  }

  private static final List<Way> WAYS =
      List.of(
          new Way("get", 100, Advice.NORMAL, 1, ColdLookups::get),
          new Way("get, RANDOM", 1000, Advice.RANDOM, 1, ColdLookups::get),
          new Way("take", 1000, Advice.NORMAL, 1, ColdLookups::take),
          new Way("take, RANDOM", 1000, Advice.RANDOM, 1, ColdLookups::take),
          new Way("take as the command", 1000, Advice.NORMAL, 1, ColdLookups::command),
          new Way("take, 1 of 10 missing", 1000, Advice.NORMAL, 10, ColdLookups::take),
          new Way("take, 1 of 50 missing", 1000, Advice.NORMAL, 50, ColdLookups::take),
          new Way("gather, 1 of 20 missing", 20_000, Advice.NORMAL, 20, ColdLookups::gather));

  private ColdLookups() {}

  /// Runs the measurement.
  ///
  /// @param arguments the path of a file of 8 GiB, which is created if it does not exist
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    if (!Files.exists(path)) {
      make(path);
    }
    Random random = new Random();
    List<List<Double>> millis = new ArrayList<>();
    WAYS.forEach(_ -> millis.add(new ArrayList<>()));
    for (int lap = 0; lap <= LAPS; lap++) {
      for (int i = 0; i < WAYS.size(); i++) {
        double took = millis(path, WAYS.get(i), random);
        // The first lap warms up the JIT.
        if (lap > 0) {
          millis.get(i).add(took);
        }
      }
    }
    for (int i = 0; i < WAYS.size(); i++) {
      double[] sorted = millis.get(i).stream().mapToDouble(Double::doubleValue).sorted().toArray();
      System.out.printf(
          "%-24s %8.3f ms a row (%.3f to %.3f)%n",
          WAYS.get(i).name, sorted[LAPS / 2], sorted[0], sorted[LAPS - 1]);
    }
  }

  private static void make(Path path) throws IOException {
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(ROWS, COLUMNS), Order.C)) {
      file.view(DoubleView.class).on(Execution.SEQUENTIAL.droppingBehind()).fill(0.5);
      file.force();
    }
  }

  private static double millis(Path path, Way way, Random random) throws IOException {
    if (!PageCache.drop(path)) {
      throw new IOException(path + ": the system keeps its pages");
    }
    OpenOptions options = OpenOptions.DEFAULT.withAdvice(way.advice);
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_ONLY, options)) {
      DoubleView view = file.view(DoubleView.class);
      long[] rows = random.longs(way.rows, 0, ROWS).toArray();
      if (way.missing > 1) {
        // Read all rows, then replace some by rows that are not in memory. The indices of the
        // replaced rows avoid the middle of a window, where ndmap samples whether a page is
        // resident (PagesAhead).
        double _ = way.lookup.run(view, rows);
        for (int i = 1; i < rows.length; i += way.missing) {
          rows[i] = random.nextLong(ROWS);
        }
      }
      long start = System.nanoTime();
      double sum = way.lookup.run(view, rows);
      double took = (System.nanoTime() - start) / 1e6 / way.rows;
      if (Double.isNaN(sum)) {
        throw new IOException(path + ": holds what was not written");
      }
      return took;
    }
  }

  private static double get(DoubleView view, long[] rows) {
    return Arrays.stream(rows).mapToDouble(row -> view.get(row, 0)).sum();
  }

  private static double take(DoubleView view, long[] rows) {
    return view.take(rows, 0).getDouble(0, 0);
  }

  private static double command(DoubleView view, long[] rows) {
    return view.on(Execution.parallel().droppingBehind()).take(rows, 0).getDouble(0, 0);
  }

  private static double gather(DoubleView view, long[] rows) {
    return view.gather(Arrays.stream(rows).map(row -> row * COLUMNS).toArray()).getDouble(0);
  }
}
