package io.ndmap.cli.demo;

import io.ndmap.cli.output.Progress;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.output.Streams;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.op.Statistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The steps of the demo. It creates an array far larger than the heap, fills, opens, reads and
/// writes the array in place, and compares every result with its expected value.
final class Demo {

  /// The side length of the square of elements that the demo overwrites.
  private static final int CORNER = 4;

  private static final int OPENINGS = 5000;
  private static final int RANDOM_BATCH = 100_000;
  private static final int RANDOM_BATCHES = 50;

  /// The time limit for random accesses.
  private static final long TIME_LIMIT_NANOS = 2_000_000_000L;

  private final DemoArray array;
  private final DemoFiles files;
  private final Streams streams;
  private final DemoReport report;
  private final TemporaryFiles temporary;

  /// @param temporary ends the started processes and deletes the files
  Demo(
      DemoArray array,
      DemoFiles files,
      Streams streams,
      DemoReport report,
      TemporaryFiles temporary) {
    this.array = array;
    this.files = files;
    this.streams = streams;
    this.report = report;
    this.temporary = temporary;
  }

  void run() throws IOException, InterruptedException {
    new DemoFill(array, files.array(), streams, report, temporary).run();
    open();
    try (NpyFile npy = NpyFile.open(files.array())) {
      DoubleView view = npy.view(DoubleView.class);
      random(view);
      slices(view);
      transposed(view);
      fortranOrder(view);
      statistics(view);
      long rows = rowsOf(DemoSize.partBytes(array.bytes()));
      new DemoCopies(view.slice(0, 0, rows, 1), files, report).run();
    }
    corner();
    numpy();
  }

  /// Opens the file several times, because code is still being loaded and compiled during the first
  /// one.
  private void open() throws IOException {
    long[] nanos = new long[OPENINGS];
    boolean right = true;
    for (int k = 0; k < OPENINGS; k++) {
      long begin = System.nanoTime();
      try (NpyFile npy = NpyFile.open(files.array())) {
        double first = npy.view(DoubleView.class).get(0, 1);
        nanos[k] = System.nanoTime() - begin;
        right &= first == DemoArray.value(0, 1) && npy.shape().equals(array.shape());
      }
    }
    long first = nanos[0];
    Arrays.sort(nanos);
    long median = nanos[OPENINGS / 2];
    report.step(
        "open",
        "opened, mapped and its first element read, the first time",
        first,
        QuantityText.perSecond(1, "files", first),
        right);
    report.step(
        "open again",
        "the median of " + OPENINGS + " times",
        median,
        QuantityText.perSecond(1, "files", median),
        right);
  }

  private void random(DoubleView view) throws IOException {
    long wrong = 0;
    long items = 0;
    long begin = System.nanoTime();
    // If the file is much larger than memory, each element costs a disk seek, so the time is
    // limited.
    for (int k = 0; k < RANDOM_BATCHES && System.nanoTime() - begin < TIME_LIMIT_NANOS; k++) {
      wrong += DemoLoops.wrongAtRandom(view, array.rows(), RANDOM_BATCH, k);
      items += RANDOM_BATCH;
    }
    long nanos = System.nanoTime() - begin;
    report.step(
        "random",
        items + " elements at random",
        nanos,
        QuantityText.perSecond(items, "elements", nanos),
        wrong == 0);
  }

  private void slices(DoubleView view) throws IOException {
    long rowStep = Math.max(1, array.rows() / 512);
    String index = "::" + rowStep + ", 1::3";
    timed(
        "slice",
        "a[" + index + "]",
        view.slice(index),
        part -> DemoLoops.wrong(part, 0, rowStep, 1, 3));
    String backwards = "-1::-" + rowStep + ", ::-1";
    timed(
        "backwards",
        "a[" + backwards + "]",
        view.slice(backwards),
        part -> DemoLoops.wrong(part, array.rows() - 1, -rowStep, DemoArray.COLUMNS - 1, -1));
  }

  private void transposed(DoubleView view) throws IOException {
    long rows = Math.min(array.rows(), 4096);
    timed(
        "transposed",
        "a.T[:1024, :" + rows + "]",
        view.transpose().slice(":1024, :" + rows),
        DemoLoops::wrongTransposed);
  }

  private void fortranOrder(DoubleView view) throws IOException {
    long rows = rowsOf(DemoSize.copyBytes(array.bytes()));
    DoubleView part = view.slice(0, 0, rows, 1);
    long begin = System.nanoTime();
    try (NpyFile npy = NpyFile.create(files.fortran(), DType.FLOAT64, part.shape(), Order.F)) {
      DoubleView copy = npy.view(DoubleView.class);
      byBlocks(
          "Fortran", part, (i, end) -> copy.slice(0, i, end, 1).copyFrom(part.slice(0, i, end, 1)));
      long nanos = System.nanoTime() - begin;
      long bytes = rows * DemoArray.ROW_BYTES;
      report.step(
          "Fortran",
          "a[:" + rows + "] copied into a file in Fortran order, " + QuantityText.bytes(bytes),
          nanos,
          QuantityText.bytesPerSecond(bytes, nanos),
          copy.isContiguous(Order.F));
      timed(
          "Fortran view", "every element of it, column by column", copy, DemoLoops::wrongByColumns);
    }
  }

  private void statistics(DoubleView view) throws IOException {
    List<Statistics> parts = new ArrayList<>();
    long begin = System.nanoTime();
    byBlocks("statistics", view, (i, end) -> parts.add(view.slice(0, i, end, 1).statistics()));
    long nanos = System.nanoTime() - begin;
    boolean right = true;
    long count = 0;
    double sum = 0;
    for (Statistics part : parts) {
      right &=
          part.nan() == 0
              && part.min().orElseThrow().doubleValue() == DemoArray.MIN
              && part.max().orElseThrow().doubleValue() == DemoArray.MAX
              && part.mean() == DemoArray.MEAN
              && Math.abs(part.std() / DemoArray.DEVIATION - 1) < 1e-12;
      count += part.count();
      sum += part.sum().doubleValue();
    }
    right &= count == view.itemCount() && sum == DemoArray.sum(array.rows());
    report.step(
        "statistics",
        "count, min, max, sum, mean, std of all; the sum is "
            + String.format(Locale.ROOT, "%.0f", sum),
        nanos,
        QuantityText.bytesPerSecond(array.bytes(), nanos),
        right);
  }

  private void corner() throws IOException {
    String index = "-" + CORNER + ":, -" + CORNER + ":";
    long begin = System.nanoTime();
    try (NpyFile npy = NpyFile.open(files.array(), OpenMode.READ_WRITE)) {
      DoubleView corner = npy.view(DoubleView.class).slice(index);
      for (int i = 0; i < CORNER; i++) {
        for (int j = 0; j < CORNER; j++) {
          corner.set(i, j, -1);
        }
      }
      corner.backing().barrier();
    }
    boolean right = true;
    try (NpyFile npy = NpyFile.open(files.array())) {
      DoubleView around =
          npy.view(DoubleView.class).slice("-" + (CORNER + 1) + ":, -" + (CORNER + 1) + ":");
      for (int i = 0; i <= CORNER; i++) {
        for (int j = 0; j <= CORNER; j++) {
          double untouched =
              DemoArray.value(array.rows() - CORNER - 1 + i, DemoArray.COLUMNS - CORNER - 1 + j);
          right &= around.get(i, j) == (i == 0 || j == 0 ? untouched : -1);
        }
      }
    }
    long nanos = System.nanoTime() - begin;
    report.step(
        "write",
        "a[" + index + "] = -1, closed, opened and read back",
        nanos,
        QuantityText.perSecond(CORNER * CORNER, "elements", nanos),
        right);
  }

  private void numpy() throws IOException {
    double sum = DemoArray.sum(array.rows());
    for (int i = 1; i <= CORNER; i++) {
      for (int j = 1; j <= CORNER; j++) {
        sum -= DemoArray.value(array.rows() - i, DemoArray.COLUMNS - j) + 1;
      }
    }
    long begin = System.nanoTime();
    DemoNumpy numpy = DemoNumpy.compare(files, array.rows(), CORNER, sum);
    long nanos = System.nanoTime() - begin;
    if (numpy.outcome() == DemoNumpy.Outcome.SKIPPED) {
      report.say(String.format("  %-12s %s", "numpy", numpy.text()));
    } else {
      report.step(
          "numpy",
          numpy.text(),
          nanos,
          QuantityText.bytesPerSecond(array.bytes(), nanos),
          numpy.outcome() == DemoNumpy.Outcome.RIGHT);
    }
  }

  /// A step over a range of rows.
  private interface Block {
    void run(long from, long to);
  }

  /// Runs a step over all rows of a view, block by block, and shows progress.
  private void byBlocks(String name, DoubleView view, Block work) {
    long rows = view.size(0);
    long block = rowsOf(64L << 20);
    try (Progress progress = Progress.of(streams, name).begin(rows * DemoArray.ROW_BYTES)) {
      for (long i = 0; i < rows; i += block) {
        long end = Math.min(rows, i + block);
        work.run(i, end);
        progress.advance((end - i) * DemoArray.ROW_BYTES);
      }
    }
  }

  /// Counts wrong elements.
  private interface Loop {
    long wrong(DoubleView view);
  }

  private void timed(String name, String what, DoubleView view, Loop loop) throws IOException {
    long begin = System.nanoTime();
    long wrong = loop.wrong(view);
    view.backing().barrier();
    long nanos = System.nanoTime() - begin;
    report.step(
        name,
        what + ", " + view.itemCount() + " elements",
        nanos,
        QuantityText.perSecond(view.itemCount(), "elements", nanos),
        wrong == 0 && view.itemCount() > 0);
  }

  private static long rowsOf(long bytes) {
    return Math.max(1, bytes / DemoArray.ROW_BYTES);
  }
}
