package io.ndmap.cli.array;

import io.ndmap.cli.NdmapCommand;
import io.ndmap.cli.argument.AxisList;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.argument.TakeIndices;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.Execution;
import io.ndmap.nd.NdView;
import io.ndmap.nd.Order;
import io.ndmap.nd.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Rows, or places along another axis, picked by their numbers.
@Command(
    name = "take",
    description = {
      "Picks places along an axis, in any order and any number of times, as numpy.take: into a new"
          + " .npy file, or, without DST, printed as get prints.",
      "The file appears under its name whole, or not at all."
    },
    footer = {
      "%nExamples:",
      "  ndmap take x.npy --indices 3,1,-4",
      "  ndmap take x.npy rows.npy --indices-file which.npy",
      "  ndmap take x.npy columns.npy --indices 0,2 --axis 1"
    })
public final class TakeCommand implements Callable<Integer> {

  private final NdmapCommand ndmap;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SRC", description = "The .npy file to read.")
  private Path source = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "DST",
      arity = "0..1",
      description = "The .npy file to make; without it the items are printed.")
  private Optional<Path> target = Optional.empty();

  @ArgGroup(multiplicity = "1")
  private @Nullable Which which;

  @Option(
      names = "--axis",
      paramLabel = "N",
      description = "Along which axis; a negative one counts from the end. The first without it.")
  private Optional<AxisList> axis = Optional.empty();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Option(
      names = "--json",
      description = "One line: {\"shape\", \"descr\", \"dtype\", \"values\"}.")
  private boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "The most items to print (1000000 without it).")
  private Optional<Long> limit = Optional.empty();

  @Mixin private TargetOptions file = new TargetOptions();

  @Mixin private ExecutionOptions effort = new ExecutionOptions();

  /// Where the numbers stand.
  public static final class Which {

    @Option(
        names = "--indices",
        paramLabel = "I,J,...",
        required = true,
        description = "The places; negative ones count from the end.")
    private Optional<TakeIndices> numbers = Optional.empty();

    @Option(
        names = "--indices-file",
        paramLabel = "FILE",
        required = true,
        description = "A .npy file of integers, of rank 1, with the places.")
    private Optional<Path> file = Optional.empty();
  }

  public TakeCommand(NdmapCommand ndmap) {
    this.ndmap = ndmap;
  }

  @Override
  public Integer call() throws IOException {
    effort.check();
    if (axis.isPresent() && axis.get().count() != 1) {
      throw wrong("--axis takes one axis");
    }
    if (limit.orElse(1L) < 1) {
      throw wrong("--limit must be at least 1, found " + limit.get());
    }
    if (target.isPresent() && (json || limit.isPresent())) {
      throw wrong("--json and --limit are for what is printed; DST is a file");
    }
    if (target.isPresent()) {
      file.requireOther(source, target.get());
    }
    return ndmap.tasks(json).run(List.of(source), this::take);
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private void take(Path from) throws IOException {
    Which indicesOf = Objects.requireNonNull(which);
    if (indicesOf.file.isPresent()) {
      try (NpyFile indices = openIndices(indicesOf.file.get())) {
        take(from, placesOf(indices));
      }
    } else {
      take(from, indicesOf.numbers.orElseThrow());
    }
  }

  private static NpyFile openIndices(Path file) throws OtherFileException {
    try {
      return NpyFile.open(file);
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(file, e);
    }
  }

  private static TakeIndices placesOf(NpyFile indices) throws OtherFileException {
    try {
      return TakeIndices.of(indices.view());
    } catch (RuntimeException e) {
      throw new OtherFileException(indices.path(), e);
    }
  }

  private void take(Path from, TakeIndices places) throws IOException {
    try (NpyFile npy = NpyFile.open(from);
        Progress progress = Progress.of(ndmap.streams(), "take", from)) {
      NdView<?> items = part.selection().of(npy.view());
      int along = axis.orElse(new AxisList(0)).of(items.rank())[0];
      int itemsize = items.dtype().itemsize();
      Execution execution = effort.execution(progress, itemsize);
      NdView<?> view = items.on(execution);
      Shape shape = shape(view.shape(), along, places.count());
      progress.begin(shape.byteSize(itemsize));
      if (target.isPresent()) {
        file.create(
            target.get(),
            view.dtype(),
            shape,
            Order.C,
            made -> places.take(view, along, made.on(execution)));
      } else {
        requireAtMost(limit.orElse(GetCommand.JSON_LIMIT), shape);
        NdView<?> taken = view.take(places.all(), along);
        progress.takeAway();
        if (json) {
          GetCommand.writeJson(ndmap.streams().out(), taken, GetCommand.JSON_LIMIT);
        } else {
          ndmap.streams().out().write(taken + "\n");
        }
      }
    }
  }

  private static Shape shape(Shape of, int axis, long size) {
    long[] sizes = of.toArray();
    sizes[axis] = size;
    return Shape.of(sizes);
  }

  private static void requireAtMost(long limit, Shape shape) {
    if (shape.itemCount() > limit) {
      throw new TooManyItemsException(
          "shape "
              + shape
              + " has "
              + shape.itemCount()
              + " items, above the limit of "
              + limit
              + "; name a DST to hold them, or raise --limit");
    }
  }
}
