package io.ndmap.cli.array;

import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.csv.CsvOptions;
import io.ndmap.cli.output.Elements;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.ShortRunning;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.TextType;
import io.ndmap.format.csv.CsvWriter;
import io.ndmap.format.json.JsonValues;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints elements of an array.
@ShortRunning
@Command(
    name = "get",
    description = {
      "Prints elements of an array as NumPy does, as JSON or as CSV.",
      "Summarises arrays of more than 1000 elements, as NumPy does. Never shortens JSON, but"
          + " refuses it above --limit elements.",
      "A file name of - reads the standard input into memory."
    },
    footer = {
      "%nExamples:",
      "  ndmap get x.npy '::2, -1'        the last element of every second row",
      "  ndmap get x.npy '..., 0' --json",
      "  ndmap get x.npy --field pos --field x"
    })
public final class GetCommand extends ArrayCommand {

  @Parameters(
      index = "1",
      paramLabel = "INDEX",
      arity = "0..1",
      description = "The same as --index.")
  private Optional<Selection.IndexText> index = Optional.empty();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Option(
      names = "--json",
      description = "Print one line: {\"shape\", \"descr\", \"dtype\", \"values\"}.")
  private boolean json;

  @Option(
      names = "--csv",
      description =
          "Print comma-separated values: one structure, or the elements along the last axis, per"
              + " line. Refused above --limit elements, as JSON is.")
  private boolean csv;

  @Mixin private CsvOptions csvOptions = new CsvOptions();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = {
        "Print at most N elements, counting each element of structures and nested objects: text"
            + " stops there, JSON and CSV are refused above it (default for these: 1000000)."
      })
  private Optional<Long> limit = Optional.empty();

  @Mixin private PickleArguments pickles = new PickleArguments();

  public GetCommand(Session session) {
    super(session);
  }

  @Override
  void check() {
    UsageException.requireRange("--limit", limit.orElse(1L), 1, Long.MAX_VALUE);
    part.check(index);
    pickles.check();
    if (json && csv) {
      throw new UsageException("--json and --csv exclude each other");
    }
    if (!csv) {
      csvOptions.refuse("no --csv");
    }
    var _ = csvOptions.format();
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
    try (NamedArray npy = open(file)) {
      NdView<?> view = part.selection(index).of(npy.view());
      if (json || csv) {
        TooManyItemsException.check(
            view, limit.orElse(JsonValues.LIMIT), "select fewer by an INDEX, or raise --limit");
      }
      if (csv) {
        CsvWriter.write(session().out(), view, csvOptions.format(), _ -> {});
      } else if (json) {
        JsonLine.ofArray(session().out(), view, limit.orElse(JsonValues.LIMIT));
      } else {
        session().out().write(text(view));
      }
    }
  }

  private NamedArray open(ArrayName file) throws IOException {
    return pickles.open(file, session().streams(), limits());
  }

  private String text(NdView<?> view) {
    NdView<?> first = firstItems(view, limit.orElse(Long.MAX_VALUE));
    String rest =
        first.itemCount() < view.itemCount()
            ? "... " + view.itemCount() + " elements in all\n"
            : "";
    // NumPy prints a string of rank 0 without quotes.
    String items =
        first.dtype() instanceof TextType && first.rank() == 0
            ? scalar(first.toString())
            : first.toString();
    String text = items + "\n" + rest;
    // Check after the last access that the mapped file was not truncated.
    view.backing().barrier();
    return text;
  }

  /// Returns text escaped for a terminal, with backslashes doubled, so that different texts never
  /// look the same.
  private String scalar(String text) {
    return session().streams().outIsTerminal() ? Printable.line(text.replace("\\", "\\\\")) : text;
  }

  /// Returns as many leading rows as have at most the given number of elements in total; if the
  /// first row alone has more, its leading elements.
  ///
  /// @throws TooManyItemsException if a single element of the array contains more elements than the
  ///   given number
  private static NdView<?> firstItems(NdView<?> view, long most) {
    if (Elements.of(view, most) <= most) {
      return view;
    }
    if (view.rank() == 0) {
      throw new TooManyItemsException(
          "one element of "
              + view.dtype()
              + " has more elements than the limit of "
              + most
              + "; select a --field of it, or raise --limit");
    }
    long rows = firstRows(view, most);
    return rows > 0 ? view.slice(0, 0, rows, 1) : firstItems(view.index(0, 0), most);
  }

  private static long firstRows(NdView<?> view, long most) {
    if (!view.dtype().hasObject()) {
      return most / Elements.of(view.index(0, 0), most);
    }
    long rows = 0;
    for (long left = most; rows < view.size(0); rows++) {
      left -= Elements.of(view.index(0, rows), left);
      if (left < 0) {
        break;
      }
    }
    return rows;
  }
}
