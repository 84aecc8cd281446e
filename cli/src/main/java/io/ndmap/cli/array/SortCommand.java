package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.AxisList;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.mmap.FileSort;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Sorts the elements along an axis into a new file.
@Command(
    name = "sort",
    description = {
      "Sorts along an axis into a new file, like numpy.sort.",
      "Sorts stably. NaN and NaT come last, or first in descending order. Structures are compared"
          + " field by field.",
      "Creates the file atomically: complete, or not at all. Uses half of the heap (see --heap). If"
          + " the elements along the axis do not fit, sorts them in a temporary file of the same"
          + " size beside DST."
    },
    footer = {
      "%nExamples:",
      "  ndmap sort x.npy sorted.npy",
      "  ndmap sort x.npy columns.npy --axis 0 --descending",
      "  ndmap sort people.npy by-age.npy --by age --by name"
    })
public final class SortCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "SRC",
      description = "The .npy file to read, or archive.npz::member.")
  private ArrayArgument source = new ArrayArgument("");

  @Parameters(
      index = "1",
      paramLabel = "DST",
      description = "The .npy file, archive or archive.npz::member to create.")
  private ArrayArgument target = new ArrayArgument("");

  @Option(
      names = "--axis",
      paramLabel = "N",
      description = "The axis, negative to count from the end (default: -1).")
  private AxisList axis = new AxisList(-1);

  @Option(
      names = "--by",
      paramLabel = "FIELD",
      description = "The field to sort structures by first; may be repeated.")
  private List<String> fields = new ArrayList<>();

  @Option(names = "--descending", description = "Sort in descending order.")
  private boolean descending;

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private TargetOptions file = new TargetOptions();

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public SortCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    execution.check();
    if (axis.count() != 1) {
      throw new UsageException("--axis takes one axis");
    }
    part.check(Optional.empty());
    ArrayName from = member.of(source);
    ArrayName into = target.name();
    StandardInput.refuse("SRC", from.file());
    StandardInput.refuse("DST", into.file());
    var _ = TargetFormat.requireArrays("DST", into);
    file.requireOther(from, into);
    return session.runArrays(List.of(from), false, name -> sort(name, into));
  }

  private void sort(ArrayName from, ArrayName into) throws IOException {
    try (NamedArray npy = NamedArray.open(from, limits.options());
        Progress progress = Progress.of(session.streams(), "sort", from)) {
      NdView<?> items = part.selection().of(npy.view());
      int itemsize = items.dtype().itemsize();
      NdView<?> view = items.on(execution.execution(progress, itemsize));
      progress.begin(view.shape().byteSize(itemsize));
      FileSort sort = FileSort.along(axis.of(items.rank())[0]).by(fields.toArray(String[]::new));
      // Check this before the file is created.
      sort.requireOrder(view);
      file.createSorted(into, descending ? sort.descending() : sort, view, limits.options());
    }
  }
}
