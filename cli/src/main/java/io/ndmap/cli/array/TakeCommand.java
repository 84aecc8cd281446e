package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.AxisList;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.argument.TakeIndices;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.op.Execution;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Takes elements along an axis by index.
@Command(
    name = "take",
    description = {
      "Takes elements along an axis by index, like numpy.take.",
      "Writes them to a new .npy file, or prints them if DST is omitted.",
      "Creates the file atomically: complete, or not at all."
    },
    footer = {
      "%nExamples:",
      "  ndmap take x.npy --indices 3,1,-4",
      "  ndmap take x.npy rows.npy --indices-file which.npy",
      "  ndmap take x.npy columns.npy --indices 0,2 --axis 1"
    })
public final class TakeCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "SRC",
      description = "The .npy file to read, or archive.npz::member.")
  private ArrayArgument source = new ArrayArgument("");

  @Parameters(
      index = "1",
      paramLabel = "DST",
      arity = "0..1",
      description =
          "The .npy file, archive or archive.npz::member to create; if omitted, the elements are"
              + " printed.")
  private Optional<ArrayArgument> target = Optional.empty();

  @ArgGroup(multiplicity = "1")
  private @Nullable Which which;

  @Option(
      names = "--axis",
      paramLabel = "N",
      description = "The axis, negative to count from the end (default: 0).")
  private Optional<AxisList> axis = Optional.empty();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Mixin private PrintOptions printing = new PrintOptions();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private TargetOptions file = new TargetOptions();

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  /// The source of the indices.
  static final class Which {

    @Option(
        names = "--indices",
        paramLabel = "I,J,...",
        required = true,
        description = "The indices; negative ones count from the end.")
    private Optional<TakeIndices> numbers = Optional.empty();

    @Option(
        names = "--indices-file",
        paramLabel = "FILE",
        required = true,
        description = "A one-dimensional .npy file of integers with the indices.")
    private Optional<ArrayArgument> file = Optional.empty();
  }

  public TakeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    execution.check();
    if (axis.isPresent() && axis.get().count() != 1) {
      throw new UsageException("--axis takes one axis");
    }
    printing.check("DST", target.isPresent());
    ArrayName from = member.of(source);
    Optional<ArrayName> into = target.map(ArrayArgument::name);
    StandardInput.refuse("SRC", from.file());
    if (into.isPresent()) {
      StandardInput.refuse("DST", into.get().file());
      var _ = TargetFormat.requireArrays("DST", into.get());
      file.requireOther(from, into.get());
    }
    return session.runArrays(List.of(from), printing.json(), name -> take(name, into));
  }

  private void take(ArrayName from, Optional<ArrayName> into) throws IOException {
    Which given = Objects.requireNonNull(which);
    if (given.file.isPresent()) {
      try (NamedArray indices = openIndices(given.file.get().name())) {
        take(from, into, indicesOf(indices));
      }
    } else {
      take(from, into, given.numbers.orElseThrow());
    }
  }

  private NamedArray openIndices(ArrayName file) throws OtherFileException {
    try {
      return NamedArray.open(file, limits.options());
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(file, e);
    }
  }

  private static TakeIndices indicesOf(NamedArray indices) throws OtherFileException {
    try {
      return TakeIndices.of(indices.view());
    } catch (RuntimeException e) {
      throw new OtherFileException(indices.name(), e);
    }
  }

  private void take(ArrayName from, Optional<ArrayName> into, TakeIndices indices)
      throws IOException {
    try (NamedArray npy = NamedArray.open(from, limits.options());
        Progress progress = Progress.of(session.streams(), "take", from)) {
      NdView<?> items = part.selection().of(npy.view());
      int along = axis.orElse(new AxisList(0)).of(items.rank())[0];
      int itemsize = items.dtype().itemsize();
      Execution pass = execution.execution(progress, itemsize);
      NdView<?> view = items.on(pass);
      Shape shape = shape(view.shape(), along, indices.count());
      progress.begin(shape.byteSize(itemsize));
      if (into.isPresent()) {
        file.create(
            into.get(),
            view.dtype(),
            shape,
            Order.C,
            made -> indices.take(view, along, made.on(pass)),
            limits.options());
      } else {
        printing.requireFew(shape, view.dtype(), "name a DST to hold them, or raise --limit");
        NdView<?> taken = view.take(indices.all(), along);
        progress.hide();
        printing.print(session.out(), taken);
      }
    }
  }

  private static Shape shape(Shape of, int axis, long size) {
    long[] sizes = of.toArray();
    sizes[axis] = size;
    return Shape.of(sizes);
  }
}
