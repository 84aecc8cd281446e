package io.ndmap.cli.array;

import io.ndmap.cli.argument.AxisList;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.QuantileList;
import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.TimeType;
import io.ndmap.format.json.JsonValues;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.op.Histogram;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints statistics of an array.
@Command(
    name = "stats",
    description = {
      "Computes count, minimum, maximum, sum, mean, std, quantiles.",
      "The standard deviation is that of the population.",
      "Counts NaN (NaT for times), and ignores it otherwise. Sums of integers are exact. Missing"
          + " statistics are null in JSON. datetime64 is printed as dates and has no sum."
          + " timedelta64 is printed with its unit. Neither supports --axis.",
      "Reduces only the given axes with --axis: the results are arrays (nested lists in JSON) of"
          + " NumPy's dtypes, in which sums of integers wrap at 64 bits.",
      "A file name of - reads the standard input into memory."
    },
    footer = {
      "%nExamples:",
      "  ndmap stats x.npy '::2, -1'",
      "  ndmap stats x.npy --plot             with a histogram",
      "  ndmap stats x.npy --axis 0 --json    for each column"
    })
public final class StatsCommand extends ArrayCommand {

  private static final int PLOT_BINS = 20;

  @Parameters(
      index = "1",
      paramLabel = "INDEX",
      arity = "0..1",
      description = "The same as --index.")
  private Optional<Selection.IndexText> index = Optional.empty();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Option(
      names = "--json",
      description =
          "Print one line: {\"count\", \"nan\", \"min\", \"max\", \"sum\", \"mean\", \"std\"}, and"
              + " \"quantiles\" if requested.")
  private boolean json;

  @Option(
      names = "--axis",
      paramLabel = "A[,B]",
      description =
          "The axes to reduce; negative ones count from the end. Reads the elements six times, but"
              + " only twice from disk if the axis with the largest stride is kept.")
  private Optional<AxisList> axes = Optional.empty();

  @Option(
      names = "--quantiles",
      paramLabel = "Q[,Q]",
      description =
          "Quantiles such as 0.5,0.99, interpolated as by numpy.quantile, over all elements or with"
              + " --axis. Reads the elements four or five times more.")
  private QuantileList quantiles = QuantileList.NONE;

  @Option(
      names = "--plot",
      description =
          "Draw a histogram of 20 bins below, from the minimum to the maximum; reads the numbers"
              + " once more. Not with --json, --axis, or times.")
  private boolean plot;

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public StatsCommand(Session session) {
    super(session);
  }

  @Override
  void check() {
    execution.check();
    if (plot && json) {
      throw new UsageException("--plot and --json exclude each other");
    }
    if (plot && axes.isPresent()) {
      throw new UsageException("--plot and --axis exclude each other");
    }
    part.check(index);
  }

  @Override
  boolean readsStreams() {
    return true;
  }

  @Override
  boolean json() {
    return json;
  }

  @Override
  void run(ArrayName file) throws IOException {
    try (NamedArray npy = NamedArray.open(file, session().streams(), limits());
        Progress progress = Progress.of(session().streams(), "stats", file)) {
      NdView<?> items = part.selection(index).ofNumbers(npy.view());
      if (plot && items.dtype() instanceof TimeType) {
        throw new DTypeException("--plot needs numbers, found " + items.dtype());
      }
      int itemsize = items.dtype().itemsize();
      NdView<?> view = items.on(execution.execution(progress, itemsize));
      long bytes = view.shape().byteSize(itemsize);
      if (axes.isPresent()) {
        showAlong(view, progress.begin(bytes), axes.get().of(view.rank()));
      } else {
        progress.begin(bytes);
        StatisticsReport report = StatisticsReport.of(view, quantiles);
        String below = plot ? "\n" + plot(view, report, progress.begin(bytes)) : "";
        show(report, progress);
        session().out().write(below);
      }
    }
  }

  private void show(StatisticsReport statistics, Progress progress) throws IOException {
    progress.hide();
    if (json) {
      JsonLine.write(session().out(), statistics::write);
    } else {
      session().out().write(statistics.table());
    }
  }

  private String plot(NdView<?> view, StatisticsReport report, Progress progress) {
    Optional<Double> low = report.number("min").filter(Double::isFinite);
    Optional<Double> high = report.number("max").filter(Double::isFinite);
    if (low.isEmpty() || high.isEmpty()) {
      return report.number("min").isEmpty()
          ? "no plot: there are no numbers\n"
          : "no plot: there are infinities; ndmap hist has --range LO,HI and --plot\n";
    }
    Histogram counted;
    try {
      counted = view.histogram(PLOT_BINS, low.get(), high.get());
    } catch (IllegalArgumentException e) {
      // There are no bin edges if the numbers are nearly equal or very far apart. The other
      // statistics are printed anyway.
      return "no plot: " + e.getMessage() + "\n";
    }
    String plot = HistogramPlot.of(counted, session().streams());
    progress.hide();
    return plot;
  }

  private void showAlong(NdView<?> view, Progress progress, int... along) throws IOException {
    if (view.dtype() instanceof TimeType) {
      throw new DTypeException("statistics along an axis need numbers, found " + view.dtype());
    }
    requireFew(view.shape(), quantiles.names().size(), along);
    progress.begin(AxisStatistics.PASSES * view.shape().byteSize(view.dtype().itemsize()));
    AxisStatistics statistics = AxisStatistics.of(view, quantiles, along);
    progress.hide();
    if (json) {
      JsonLine.write(session().out(), statistics::write);
    } else {
      session().out().write(statistics.text());
    }
  }

  /// Limits the size of the results, which are kept in memory.
  ///
  /// @param quantiles the number of requested quantiles
  /// @param along the axes to reduce
  private static void requireFew(Shape shape, int quantiles, int... along) {
    long results = Math.max(1, quantiles);
    for (int axis = 0; axis < shape.rank(); axis++) {
      int kept = axis;
      if (Arrays.stream(along).noneMatch(k -> k == kept)) {
        results = Math.multiplyExact(results, shape.size(axis));
      }
    }
    if (results > JsonValues.LIMIT) {
      throw new TooManyItemsException(
          "statistics for "
              + results
              + " results, above the limit of "
              + JsonValues.LIMIT
              + "; select fewer by an INDEX, or name more axes");
    }
  }
}
