package io.ndmap.cli.array;

import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.output.CsvValues;
import io.ndmap.cli.output.JsonValues;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.TextType;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints items of an array.
@Command(
    name = "get",
    description = {
      "Prints items of an array, as NumPy prints them or as JSON.",
      "Summarises arrays of more than 1000 items, as NumPy does. JSON is never shortened, but"
          + " refused above --limit items.",
      "Reads - from the standard input into memory."
    },
    footer = {
      "%nExamples:",
      "  ndmap get x.npy '::2, -1'        every second row's last item",
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
      description = "One line: {\"shape\", \"descr\", \"dtype\", \"values\"}.")
  private boolean json;

  @Option(
      names = "--csv",
      description =
          "Comma-separated values: a row, an item or a structure a line. Refused above --limit"
              + " items, as JSON is.")
  private boolean csv;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = {
        "Print at most N items: text stops after them, JSON and CSV are refused if there are more"
            + " (default for these: 1000000)."
      })
  private Optional<Long> limit = Optional.empty();

  @Option(
      names = "--allow-pickle",
      description =
          "Read arrays of Python objects from their pickle: values of known types, within limits;"
              + " nothing is executed.")
  private boolean allowPickle;

  public GetCommand(Session session) {
    super(session);
  }

  @Override
  void check() {
    UsageException.requireRange("--limit", limit.orElse(1L), 1, Long.MAX_VALUE);
    part.check(index);
    if (json && csv) {
      throw new UsageException("--json and --csv exclude each other");
    }
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
            view.shape(),
            limit.orElse(JsonValues.LIMIT),
            "select fewer by an INDEX, or raise --limit");
      }
      if (csv) {
        CsvValues.write(session().out(), view);
      } else if (json) {
        JsonValues.writeLine(session().out(), view, limit.orElse(JsonValues.LIMIT));
      } else {
        session().out().write(text(view));
      }
    }
  }

  private NamedArray open(ArrayName file) throws IOException {
    return allowPickle && !StandardInput.is(file)
        ? NamedArray.openWithObjects(file, limits())
        : NamedArray.open(file, session().streams(), limits());
  }

  private String text(NdView<?> view) {
    NdView<?> first = firstItems(view, limit.orElse(Long.MAX_VALUE));
    String rest =
        first.itemCount() < view.itemCount() ? "... " + view.itemCount() + " items in all\n" : "";
    // A text that is no item of a list is printed without quotes, as NumPy does.
    String items =
        first.dtype() instanceof TextType && first.rank() == 0
            ? Printable.line(first)
            : first.toString();
    String text = items + "\n" + rest;
    // Only now is it known that every item was really there.
    view.backing().barrier();
    return text;
  }

  /// As many rows as have at most so many items, or the first items of the first row.
  private static NdView<?> firstItems(NdView<?> view, long most) {
    if (view.itemCount() <= most) {
      return view;
    }
    long rows = most / (view.itemCount() / view.size(0));
    return rows > 0 ? view.slice(0, 0, rows, 1) : firstItems(view.index(0, 0), most);
  }
}
