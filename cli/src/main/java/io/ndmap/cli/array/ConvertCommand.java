package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.csv.CsvFile;
import io.ndmap.cli.csv.CsvInputOptions;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.stream.NpyReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes an array or a part of it to a new file, with another dtype or layout.
@Command(
    name = "convert",
    description = {
      "Writes an array to a new file: dtype, order, byte order, CSV.",
      "Takes the whole array or a part, and converts values like numpy's astype.",
      "Creates the file atomically: complete, or not at all. Keeps only the pages of both files"
          + " that are in use in memory.",
      "Reads and writes comma-separated values if a name ends in .csv. CSV becomes an array"
          + " of --dtype (f8 by default): structures by the names in its first row, else an axis of"
          + " rows and, if there are several, one of columns.",
      "Converts block by block from and to a pipe (-). With an INDEX, --field, --as, another"
          + " --order, or to CSV, holds the whole input in memory."
    },
    footer = {
      "%nExamples:",
      "  ndmap convert x.npy y.npy --dtype f4",
      "  ndmap convert x.npy y.npy --index '::2, -1' --order F",
      "  ndmap convert x.npy y.npy --dtype i2 --casting unsafe",
      "  ndmap convert x.npy x.csv",
      "  ndmap convert x.csv x.npy --dtype \"[('id', 'i8'), ('name', 'U20')]\"",
      "  zcat x.npy.gz | ndmap convert - - --dtype f4 | gzip > y.npy.gz"
    })
public final class ConvertCommand implements Callable<Integer> {

  /// The format of a file.
  enum FileFormat {
    NPY,
    CSV
  }

  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "SRC",
      description = "The .npy file to read, archive.npz::member, or - for the standard input.")
  private ArrayArgument source = new ArrayArgument("");

  @Parameters(
      index = "1",
      paramLabel = "DST",
      description =
          "The .npy or .csv file to create; an archive (.npz) of one member, arr_0;"
              + " archive.npz::member to add to the archive; or - for the standard output.")
  private ArrayArgument target = new ArrayArgument("");

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
      description = "The dtype in the notation of numpy.dtype, such as f4 (default: that of SRC).")
  private Optional<DType> dtype = Optional.empty();

  @Option(
      names = "--casting",
      paramLabel = "RULE",
      description = {
        "The conversions to allow, as in numpy: no, equiv, safe, same_kind (default) or unsafe."
      })
  private Optional<Casting> casting = Optional.empty();

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

  @Option(
      names = "--from",
      paramLabel = "npy|csv",
      description = "The format of SRC (default: csv if its name ends in .csv).")
  private Optional<FileFormat> sourceFormat = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "npy|csv",
      description = "The format of DST (default: csv if its name ends in .csv).")
  private Optional<FileFormat> targetFormat = Optional.empty();

  @Mixin private CsvInputOptions csv = new CsvInputOptions();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

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
          "--dtype: elements of a subarray are axes of the array; name the dtype of one of them");
    }
    ArrayName from = member.of(source);
    ArrayName into = target.name();
    boolean toCsv = isCsv(targetFormat, into);
    if (StandardInput.is(into)) {
      if (session.streams().outIsTerminal()) {
        throw new UsageException("DST: the output is a terminal; redirect it, or name a file");
      }
    } else {
      if (toCsv && (into.member().isPresent() || ArrayName.isArchiveName(into.toString()))) {
        throw new UsageException("DST: an archive and its members are arrays, not CSV: " + into);
      } else if (!toCsv) {
        TargetFormat.requireArrays("DST", into, order.orElse(Order.C));
      }
      if (!StandardInput.is(from)) {
        file.requireOther(from, into);
      }
    }
    part.check(index);
    Selection selection = part.selection(index);
    boolean fromCsv = isCsv(sourceFormat, from);
    if (fromCsv && from.member().isPresent()) {
      throw new UsageException("SRC: an archive and its members are arrays, not CSV: " + from);
    }
    if (!fromCsv && !toCsv) {
      csv.refuse("neither SRC nor DST is CSV: no name ends in .csv, no --from csv or --to csv");
      return session.runArrays(List.of(from), false, name -> convert(name, into, selection));
    }
    checkCsv(fromCsv, toCsv, selection);
    CsvConversion conversion =
        new CsvConversion(session, csv.format(), into, file, limits.options());
    return session.runArrays(
        List.of(from),
        false,
        name -> {
          try (Progress progress = Progress.of(session.streams(), "convert", name)) {
            if (toCsv) {
              conversion.write(name, selection, progress);
            } else {
              DType requested = dtype.orElse(DType.FLOAT64);
              conversion.read(
                  name.file(),
                  byteOrder.map(requested::withByteOrder).orElse(requested),
                  order.orElse(Order.C),
                  progress);
            }
          }
        });
  }

  private static boolean isCsv(Optional<FileFormat> option, ArrayName name) {
    return option
        .map(format -> format == FileFormat.CSV)
        .orElseGet(() -> name.member().isEmpty() && CsvFile.is(name.file()));
  }

  private void checkCsv(boolean fromCsv, boolean toCsv, Selection selection) {
    if (fromCsv && toCsv) {
      throw new UsageException("SRC and DST are both CSV; --from npy says that SRC is not");
    }
    if (fromCsv && !selection.isWhole()) {
      throw new UsageException("SRC is CSV and converted whole; select from the array it becomes");
    }
    if (toCsv && (dtype.isPresent() || order.isPresent() || byteOrder.isPresent())) {
      throw new UsageException(
          "DST is CSV, which has no dtype, order or byte order; convert to .npy first");
    }
    if (casting.isPresent()) {
      throw new UsageException("--casting is between arrays, and not from or to CSV");
    }
    if (toCsv && file.isSparse()) {
      throw new UsageException("--sparse is for arrays; DST is CSV");
    }
    if (toCsv && csv.isGivenForReading()) {
      throw new UsageException("--charset, --comment and --missing are for CSV that is read");
    }
  }

  private void convert(ArrayName from, ArrayName into, Selection selection) throws IOException {
    try (Progress progress = Progress.of(session.streams(), "convert", from)) {
      if (StandardInput.is(from) && selection.isWhole()) {
        NpyReader reader = StandardInput.reader(session.streams(), limits.headers());
        if (!StandardInput.is(into)
            || order.orElse(reader.header().order()) == reader.header().order()) {
          pass(reader, into, progress);
        } else {
          convert(reader.read(), into, progress);
        }
      } else {
        try (NamedArray npy = NamedArray.open(from, session.streams(), limits.options())) {
          convert(selection.of(npy.view()), into, progress);
        }
      }
    }
  }

  private void convert(NdView<?> items, ArrayName target, Progress progress) throws IOException {
    DType into = dtypeOf(items);
    int itemsize = items.dtype().itemsize();
    Execution pass = execution.execution(progress, itemsize);
    NdView<?> view = items.on(pass);
    progress.begin(view.shape().byteSize(itemsize));
    Order stored = order.orElseGet(() -> orderOf(view));
    if (StandardInput.is(target)) {
      try (StreamTarget out = standardOutput(into, view.shape(), stored)) {
        out.acceptAll(view);
      }
    } else {
      file.create(
          target,
          into,
          view.shape(),
          stored,
          made -> view.copyTo(made.on(pass), casting()),
          limits.options());
    }
  }

  /// Converts an array from a stream block by block, in bounded memory.
  private void pass(NpyReader reader, ArrayName target, Progress progress) throws IOException {
    NpyHeader header = reader.header();
    DType into = dtypeOf(NdView.zeros(header.dtype(), 0));
    int itemsize = header.dtype().itemsize();
    Execution pass = execution.execution(progress, itemsize);
    progress.begin(header.dataBytes());
    if (StandardInput.is(target)) {
      try (StreamTarget out = standardOutput(into, header.shape(), header.order())) {
        reader.forEachBlock(
            StreamTarget.blockBytes(header.dtype(), into),
            (block, where) -> out.accept(block.on(pass), where));
      }
      return;
    }
    try {
      file.create(
          target,
          into,
          header.shape(),
          order.orElse(header.order()),
          made -> fill(made.on(pass), reader, pass),
          limits.options());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void fill(NdView<?> made, NpyReader reader, Execution pass) {
    try {
      reader.forEachBlock(
          StreamTarget.blockBytes(reader.header().dtype(), made.dtype()),
          (block, where) -> block.on(pass).copyTo(made.slice(where), casting()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private StreamTarget standardOutput(DType into, Shape shape, Order stored) throws IOException {
    return new StreamTarget(session.out().bytes(), into, shape, stored, casting());
  }

  private Casting casting() {
    return casting.orElse(Casting.SAME_KIND);
  }

  /// Returns the dtype of the result, with the length of text determined. Checks the cast, so that
  /// a forbidden cast fails before the file is created.
  private DType dtypeOf(NdView<?> view) {
    DType given = dtype.orElse(view.dtype());
    DType requested = byteOrder.map(given::withByteOrder).orElse(given);
    if (!casting().allows(view.dtype(), requested)) {
      throw new DTypeException(
          "elements of "
              + view.dtype()
              + " cannot be cast to "
              + requested
              + " under the rule "
              + casting().name().toLowerCase(Locale.ROOT)
              + advice(view.dtype(), requested));
    }
    NdView<?> nothing = (view.rank() == 0 ? view.newAxis(0) : view).slice(0, 0, 0, 1);
    return nothing.astype(requested, casting()).dtype();
  }

  /// Suggests the strictest rule that allows the cast.
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
