package io.ndmap.cli.array;

import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.Range;
import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.TimeType;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.op.Histogram;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the histogram of an array's numbers.
@Command(
    name = "hist",
    description = {
      "Counts numbers in bins of equal width, like numpy.histogram.",
      "Bins from the minimum to the maximum unless --range is given. Counts NaN in no bin.",
      "A file name of - reads the standard input into memory."
    },
    footer = {
      "%nExamples:",
      "  ndmap hist x.npy --bins 20",
      "  ndmap hist x.npy ':, 0' --range 0,1 --json"
    })
public final class HistCommand extends ArrayCommand {

  private static final long MOST_BINS = 1 << 20;

  @Parameters(
      index = "1",
      paramLabel = "INDEX",
      arity = "0..1",
      description = "The same as --index.")
  private Optional<Selection.IndexText> index = Optional.empty();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Option(names = "--bins", paramLabel = "N", description = "The number of bins (default: 10).")
  private long bins = 10;

  @Option(
      names = "--range",
      paramLabel = "LO,HI",
      description = "The first and the last edge; numbers outside are counted in no bin.")
  private Optional<Range> range = Optional.empty();

  @Option(
      names = "--json",
      description =
          "Print one line: {\"counts\", \"edges\", \"outside\"}; outside counts the numbers in no"
              + " bin.")
  private boolean json;

  @Option(
      names = "--plot",
      description = "Draw the bins below, as wide as the terminal; not with --json.")
  private boolean plot;

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public HistCommand(Session session) {
    super(session);
  }

  @Override
  void check() {
    execution.check();
    if (plot && json) {
      throw new UsageException("--plot and --json exclude each other");
    }
    UsageException.requireRange("--bins", bins, 1, MOST_BINS);
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
        Progress progress = Progress.of(session().streams(), "hist", file)) {
      NdView<?> items = part.selection(index).ofNumbers(npy.view());
      if (items.dtype() instanceof TimeType) {
        throw new DTypeException("elements of " + items.dtype() + " are times, not numbers");
      }
      int itemsize = items.dtype().itemsize();
      NdView<?> view = items.on(execution.execution(progress, itemsize));
      long bytes = view.shape().byteSize(itemsize);
      progress.begin(range.isPresent() ? bytes : 2 * bytes);
      Histogram histogram = count(view);
      HistogramReport counted = new HistogramReport(histogram);
      progress.hide();
      if (json) {
        JsonLine.write(session().out(), counted::write);
      } else {
        session().out().write(counted.text());
        if (plot) {
          session().out().write("\n" + HistogramPlot.of(histogram, session().streams()));
        }
      }
    }
  }

  private Histogram count(NdView<?> view) {
    if (range.isPresent()) {
      return view.histogram((int) bins, range.get().low(), range.get().high());
    }
    try {
      return view.nanHistogram((int) bins);
    } catch (IllegalArgumentException e) {
      // Replace the library's term "range" by the name of the option.
      String message = Objects.requireNonNullElse(e.getMessage(), "");
      throw new IllegalArgumentException(
          message.replace("choose a range", "choose a --range LO,HI"), e);
    }
  }
}
