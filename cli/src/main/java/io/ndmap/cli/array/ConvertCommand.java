package io.ndmap.cli.array;

import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Order;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes an array, or a part of one, to a new file with another dtype or layout.
@Command(
    name = "convert",
    description = {
      "Writes an array, or a part of it, to a new .npy file, with another dtype, memory order or"
          + " byte order. Converts values like numpy's astype.",
      "Creates the file atomically: complete, or not at all. Keeps only the pages in use of both"
          + " files in memory."
    },
    footer = {
      "%nExamples:",
      "  ndmap convert x.npy y.npy --dtype f4",
      "  ndmap convert x.npy y.npy --index '::2, -1' --order F",
      "  ndmap convert x.npy y.npy --dtype i2 --casting unsafe"
    })
public final class ConvertCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(index = "0", paramLabel = "SRC", description = "The .npy file to read.")
  private Path source = Path.of("");

  @Parameters(index = "1", paramLabel = "DST", description = "The .npy file to create.")
  private Path target = Path.of("");

  @Parameters(
      index = "2",
      paramLabel = "INDEX",
      arity = "0..1",
      description = "The same as --index.")
  private Optional<Selection.IndexText> index = Optional.empty();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Option(
      names = "--dtype",
      paramLabel = "D",
      description = "The dtype, as numpy.dtype takes it, such as f4 (default: that of SRC).")
  private Optional<DType> dtype = Optional.empty();

  @Option(
      names = "--casting",
      paramLabel = "RULE",
      description = {
        "The conversions to allow, as in numpy: no, equiv, safe, same_kind (default) or unsafe."
      })
  private Casting casting = Casting.SAME_KIND;

  @Option(
      names = "--order",
      paramLabel = "C|F",
      description =
          "The memory order: C (last axis fastest) or F (first axis fastest) (default: that of"
              + " SRC).")
  private Optional<Order> order = Optional.empty();

  @Option(
      names = "--byteorder",
      paramLabel = "little|big",
      description = "The byte order (default: that of the dtype).")
  private Optional<ByteOrder> byteOrder = Optional.empty();

  @Mixin private TargetOptions file = new TargetOptions();

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public ConvertCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    execution.check();
    if (dtype.filter(SubarrayType.class::isInstance).isPresent()) {
      throw new UsageException(
          "--dtype: items of a subarray are axes of the array; name the dtype of one of them");
    }
    file.requireOther(source, target);
    part.check(index);
    Selection selection = part.selection(index);
    return session.run(List.of(source), false, from -> convert(from, selection));
  }

  private void convert(Path from, Selection selection) throws IOException {
    try (NpyFile npy = NpyFile.open(from);
        Progress progress = Progress.of(session.streams(), "convert", from)) {
      NdView<?> items = selection.of(npy.view());
      DType into = dtypeOf(items);
      int itemsize = items.dtype().itemsize();
      Execution pass = execution.execution(progress, itemsize);
      NdView<?> view = items.on(pass);
      progress.begin(view.shape().byteSize(itemsize));
      file.create(
          target,
          into,
          view.shape(),
          order.orElseGet(() -> orderOf(view)),
          made -> view.copyTo(made.on(pass), casting));
    }
  }

  /// Found out before there is a file: whether it can be, and how long text of no length becomes.
  private DType dtypeOf(NdView<?> view) {
    DType wanted = dtype.orElse(view.dtype());
    DType asked = byteOrder.map(wanted::withByteOrder).orElse(wanted);
    if (!casting.allows(view.dtype(), asked)) {
      throw new DTypeException(
          "items of "
              + view.dtype()
              + " cannot be cast to "
              + asked
              + " under the rule "
              + casting.name().toLowerCase(Locale.ROOT)
              + advice(view.dtype(), asked));
    }
    NdView<?> nothing = (view.rank() == 0 ? view.newAxis(0) : view).slice(0, 0, 0, 1);
    return nothing.astype(asked, casting).dtype();
  }

  /// The strictest rule that allows it.
  private static String advice(DType from, DType to) {
    return Stream.of(Casting.values())
        .filter(rule -> rule.allows(from, to))
        .findFirst()
        .map(rule -> "; --casting " + rule.name().toLowerCase(Locale.ROOT) + " allows it")
        .orElse("");
  }

  private static Order orderOf(NdView<?> view) {
    return view.isContiguous(Order.F) && !view.isContiguous(Order.C) ? Order.F : Order.C;
  }
}
