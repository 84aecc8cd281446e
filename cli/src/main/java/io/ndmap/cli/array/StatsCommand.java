package io.ndmap.cli.array;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.argument.AxisList;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.JsonValues;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.op.Statistics;
import io.ndmap.value.NumberText;
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
      "Computes count, minimum, maximum, sum, mean and population standard deviation.",
      "Ignores NaN (NaT for times) but for counting it. Sums of integers are exact. A statistic"
          + " without a value is null in JSON. Times are ticks of their unit, and allow no --axis.",
      "With --axis, reduces those axes only: the results are arrays (nested lists in JSON) of"
          + " NumPy's dtypes, in which sums of integers wrap at 64 bits.",
      "Reads - from the standard input into memory."
    },
    footer = {
      "%nExamples:",
      "  ndmap stats x.npy '::2, -1'",
      "  ndmap stats x.npy --axis 0 --json    of each column"
    })
public final class StatsCommand extends ArrayCommand {

  @Parameters(
      index = "1",
      paramLabel = "INDEX",
      arity = "0..1",
      description = "The same as --index.")
  private Optional<Selection.IndexText> index = Optional.empty();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Option(
      names = "--json",
      description = "One line: {\"count\", \"nan\", \"min\", \"max\", \"sum\", \"mean\", \"std\"}.")
  private boolean json;

  @Option(
      names = "--axis",
      paramLabel = "A[,B]",
      description =
          "The axes to reduce; negative ones count from the end. Reads the items six times, but"
              + " only twice from disk if the slowest axis is kept.")
  private Optional<AxisList> axes = Optional.empty();

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public StatsCommand(Session session) {
    super(session);
  }

  @Override
  void check() {
    execution.check();
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
      int itemsize = items.dtype().itemsize();
      NdView<?> view = items.on(execution.execution(progress, itemsize));
      long bytes = view.shape().byteSize(itemsize);
      if (axes.isPresent()) {
        showAlong(view, progress.begin(bytes), axes.get().of(view.rank()));
      } else {
        progress.begin(bytes);
        show(view.statistics(), progress);
      }
    }
  }

  private void show(Statistics statistics, Progress progress) throws IOException {
    progress.takeAway();
    if (json) {
      JsonLine.write(session().out(), line -> write(line, statistics));
    } else {
      session().out().write(table(statistics));
    }
  }

  private void showAlong(NdView<?> view, Progress progress, int... along) throws IOException {
    if (view.dtype() instanceof TimeType) {
      throw new DTypeException(
          "items of " + view.dtype() + " are times; statistics along an axis are of numbers");
    }
    requireFew(view.shape(), along);
    progress.begin(AxisStatistics.PASSES * view.shape().byteSize(view.dtype().itemsize()));
    AxisStatistics statistics = AxisStatistics.of(view, along);
    progress.takeAway();
    if (json) {
      JsonLine.write(session().out(), statistics::write);
    } else {
      session().out().write(statistics.text());
    }
  }

  /// The arrays of results are in memory.
  private static void requireFew(Shape shape, int... along) {
    long results = 1;
    for (int axis = 0; axis < shape.rank(); axis++) {
      int kept = axis;
      if (Arrays.stream(along).noneMatch(k -> k == kept)) {
        results = Math.multiplyExact(results, shape.size(axis));
      }
    }
    if (results > JsonValues.LIMIT) {
      throw new TooManyItemsException(
          "statistics for each of "
              + results
              + " places, above the limit of "
              + JsonValues.LIMIT
              + "; select fewer by an INDEX, or name more axes");
    }
  }

  private static void write(JsonLine line, Statistics statistics) throws IOException {
    line.number("count", statistics.count()).number("nan", statistics.nan());
    write(line.value("min"), statistics.min());
    write(line.value("max"), statistics.max());
    write(line.value("sum"), Optional.of(statistics.sum()));
    write(line.value("mean"), ofNumbers(statistics, statistics.mean()));
    write(line.value("std"), ofNumbers(statistics, statistics.std()));
  }

  private static void write(JsonWriter json, Optional<? extends Number> number) throws IOException {
    if (number.isPresent()) {
      JsonLine.write(json, number.get());
    } else {
      json.nullValue();
    }
  }

  private static Optional<Number> ofNumbers(Statistics statistics, double value) {
    return statistics.count() == 0 ? Optional.empty() : Optional.of(value);
  }

  private static String table(Statistics statistics) {
    StringBuilder text = new StringBuilder();
    row(text, "count", Optional.of(statistics.count()));
    row(text, "nan", Optional.of(statistics.nan()));
    row(text, "min", statistics.min());
    row(text, "max", statistics.max());
    row(text, "sum", Optional.of(statistics.sum()));
    row(text, "mean", ofNumbers(statistics, statistics.mean()));
    row(text, "std", ofNumbers(statistics, statistics.std()));
    return text.toString();
  }

  private static void row(StringBuilder text, String name, Optional<? extends Number> value) {
    text.append(String.format("%-6s %s%n", name, value.map(StatsCommand::text).orElse("-")));
  }

  private static String text(Number number) {
    return number instanceof Double
        ? NumberText.shortest(ScalarKind.FLOAT64, number.doubleValue())
        : number.toString();
  }
}
