package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TextType;
import io.ndmap.format.json.JsonValues;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.nd.UniqueItems;
import io.ndmap.npz.ArrayName;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the distinct elements of an array, or writes them into a new file.
@Command(
    name = "unique",
    description = {
      "Finds the distinct elements, sorted, like numpy.unique.",
      "Prints them, or writes them to a new .npy file. All NaN count as equal.",
      "Needs heap for several copies of the distinct elements, and 180 MB per thread: see --heap.",
      "A file name of - reads the standard input into memory."
    },
    footer = {
      "%nExamples:",
      "  ndmap unique x.npy",
      "  ndmap unique x.npy ':, 0' --counts",
      "  ndmap unique x.npy --counts -o counts.npy    fields value and count"
    })
public final class UniqueCommand extends ArrayCommand {

  @Parameters(
      index = "1",
      paramLabel = "INDEX",
      arity = "0..1",
      description = "The same as --index.")
  private Optional<Selection.IndexText> index = Optional.empty();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Option(
      names = "--counts",
      description = "Also count the occurrences of each element; with --json as \"counts\".")
  private boolean counts;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description =
          "The .npy file, archive or archive.npz::member to create. With --counts, its elements"
              + " have the fields value and count.")
  private Optional<ArrayArgument> target = Optional.empty();

  @Mixin private PrintOptions printing = new PrintOptions();

  @Mixin private TargetOptions file = new TargetOptions();

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public UniqueCommand(Session session) {
    super(session);
  }

  @Override
  void check(ArrayName name) throws IOException {
    execution.check();
    part.check(index);
    printing.check("OUT", target.isPresent());
    if (target.isPresent()) {
      ArrayName into = target.get().name();
      StandardInput.refuse("OUT", into.file());
      var _ = TargetFormat.requireArrays("OUT", into);
      if (!StandardInput.is(name)) {
        file.requireOther("FILE and OUT", name, into);
      }
    }
  }

  @Override
  boolean readsStreams() {
    return true;
  }

  @Override
  boolean json() {
    return printing.json();
  }

  @Override
  void run(ArrayName name) throws IOException {
    if (target.isPresent()) {
      file.requireFree(target.get().name());
    }
    try (NamedArray npy = NamedArray.open(name, session().streams(), limits());
        Progress progress = Progress.of(session().streams(), "unique", name)) {
      NdView<?> items = part.selection(index).of(npy.view());
      int itemsize = items.dtype().itemsize();
      Execution pass = execution.execution(progress, itemsize);
      progress.begin(items.shape().byteSize(itemsize));
      UniqueItems<?> found = items.on(pass).uniqueCounts();
      progress.hide();
      if (target.isPresent()) {
        store(found, target.get().name());
      } else {
        printing.requireFew(
            found.values().shape(),
            found.values().dtype(),
            "name a file to hold them with -o, or raise --limit");
        show(found);
      }
    }
  }

  private void store(UniqueItems<?> found, ArrayName into) throws IOException {
    NdView<?> values = found.values();
    DType dtype =
        counts
            ? StructType.packed(
                List.of(Field.of("value", values.dtype()), Field.of("count", DType.INT64)))
            : values.dtype();
    file.create(
        into,
        dtype,
        values.shape(),
        Order.C,
        made -> {
          values.copyTo(counts ? made.field("value") : made);
          if (counts) {
            found.counts().copyTo(made.field("count"));
          }
        },
        limits());
  }

  /// Returns an element as one line. Text is escaped, with backslashes doubled, as in a list.
  private static String line(NdView<?> values, long k) {
    String text = values.index(0, k).toString();
    return values.dtype() instanceof TextType ? Printable.line(text.replace("\\", "\\\\")) : text;
  }

  private void show(UniqueItems<?> found) throws IOException {
    NdView<?> values = found.values();
    if (printing.json()) {
      JsonLine.write(
          session().out(),
          line -> {
            line.numbers("shape", values.shape().toArray()).dtype(values.dtype());
            JsonValues.write(values, line.value("values"), JsonValues.LIMIT);
            if (counts) {
              line.numbers("counts", found.counts().toArray());
            }
          });
    } else if (counts) {
      long most = values.itemCount() == 0 ? 0 : found.counts().reduce(Reduction.MAX).getLong();
      int digits = Long.toString(most).length();
      for (long k = 0; k < values.itemCount(); k++) {
        String count = Long.toString(found.counts().get(k));
        session()
            .out()
            .write(" ".repeat(digits - count.length()) + count + "  " + line(values, k) + "\n");
      }
    } else {
      session().out().write(values + "\n");
    }
  }
}
