package io.ndmap.cli.view;

import io.ndmap.cli.argument.ArgumentConverters;
import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.AxisList;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.argument.SelectionOptions;
import io.ndmap.cli.array.NamedArray;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TimeType;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.picture.Kind;
import io.ndmap.picture.Subject;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.figure.FigureSize;
import io.ndmap.picture.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Draws an array.
@Command(
    name = "view",
    description = {
      "Draws an array of any size: each cell shows all its elements.",
      "Draws two axes or more as a heat map of the last two, with the others at 0; one axis as a"
          + " line between its minima and maxima; u1 and f4 whose last axis has 3 or 4 elements as"
          + " an image. Draws large arrays from a sample first, which stays if Ctrl-C ends the"
          + " command.",
      "Draws in the terminal, or to a file with -o."
    },
    footer = {
      "%nExamples:",
      "  ndmap view x.npy                            in the terminal",
      "  ndmap view x.npy '3, ::10' -o x.png",
      "  ndmap view x.npy --axes 0,2 --agg max --colours inferno -o x.svg"
    })
public final class ViewCommand implements Callable<Integer> {

  /// Arrays of at least this many bytes are first shown from a sample. Smaller arrays take less
  /// than a second.
  private static final long LARGE = 1L << 30;

  private static final int MOST_SIDE = 8192;

  private final Session session;

  /// Converts the name of a kind of figure.
  static final class KindName implements ITypeConverter<Kind> {
    @Override
    public Kind convert(String text) throws Exception {
      return ArgumentConverters.of(KindName::parse).convert(text);
    }

    private static Kind parse(String text) {
      return switch (text) {
        case "heatmap" -> Kind.HEATMAP;
        case "line" -> Kind.LINE;
        case "histogram" -> Kind.HISTOGRAM;
        case "image" -> Kind.IMAGE;
        default ->
            throw new IllegalArgumentException(
                "'" + text + "' is not one of heatmap, line, histogram, image");
      };
    }
  }

  /// Converts the name of a kind of terminal.
  static final class TerminalName implements ITypeConverter<TerminalKind> {
    @Override
    public TerminalKind convert(String text) throws Exception {
      return ArgumentConverters.of(TerminalKind::of).convert(text);
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The .npy file, or archive.npz::member.")
  private ArrayArgument file = new ArrayArgument("");

  @Parameters(
      index = "1",
      paramLabel = "INDEX",
      arity = "0..1",
      description = "The same as --index.")
  private Optional<Selection.IndexText> index = Optional.empty();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private SelectionOptions part = new SelectionOptions();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      converter = KindName.class,
      description = "The kind of figure: heatmap, line, histogram or image.")
  private Optional<Kind> kind = Optional.empty();

  @Option(
      names = "--axes",
      paramLabel = "A[,B]",
      description =
          "The axes of the selection to draw, rows first; negative ones count from the end. The"
              + " others are at 0: select other indices by an INDEX.")
  private Optional<AxisList> axes = Optional.empty();

  @Mixin private StyleOptions style = new StyleOptions();

  @Option(names = "--sampled", description = "Draw only a sample: random blocks of a few KiB.")
  private boolean sampled;

  @Option(names = "--exact", description = "Draw all elements at once, without a sample first.")
  private boolean exact;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The .png or .svg file to create.")
  private Optional<Path> output = Optional.empty();

  @Option(names = "--force", description = "Replace an existing file.")
  private boolean force;

  @Option(
      names = "--width",
      paramLabel = "N",
      description =
          "The width in pixels (default: 960, at most 8192), or in characters (default: the"
              + " terminal's, at most 1000).")
  private Optional<Long> width = Optional.empty();

  @Option(
      names = "--height",
      paramLabel = "N",
      description = "The height in pixels (default: 640), or in lines; at most as the width.")
  private Optional<Long> height = Optional.empty();

  @Option(
      names = "--terminal",
      paramLabel = "KIND",
      converter = TerminalName.class,
      description =
          "The graphics of the terminal: kitty, sixel, iterm, blocks (24-bit colours), 256"
              + " (colours), ascii, or auto (the default), which detects them. If named, they are"
              + " written to pipes, too.")
  private Optional<TerminalKind> terminal = Optional.empty();

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public ViewCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    ArrayName name = member.of(file);
    StandardInput.refuse("FILE", name.file());
    check();
    return session.runArrays(List.of(name), false, this::run);
  }

  private void check() {
    execution.check();
    part.check(index);
    style.check();
    UsageException.requireOneOf("--sampled", sampled, "--exact", exact);
    UsageException.requireOneOf("-o", output.isPresent(), "--terminal", terminal.isPresent());
    int most = output.isPresent() ? MOST_SIDE : Terminal.MOST;
    width.ifPresent(n -> UsageException.requireRange("--width", n, 1, most));
    height.ifPresent(n -> UsageException.requireRange("--height", n, 1, most));
    output.ifPresent(PictureFormat::of);
    if (output.isPresent()) {
      var _ = size();
    } else if (terminal.isEmpty() && !session.streams().outIsTerminal()) {
      throw new UsageException(
          "the output is not a terminal; write a picture with -o FILE.png or -o FILE.svg, or name"
              + " what reads it with --terminal");
    }
  }

  private FigureSize size() {
    FigureSize usual = FigureSize.DEFAULT;
    try {
      return new FigureSize(
          width.map(Long::intValue).orElse(usual.width()),
          height.map(Long::intValue).orElse(usual.height()));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--width, --height", e);
    }
  }

  private void run(ArrayName name) throws IOException {
    // Set this property before any class of `java.desktop` is loaded, because there may be no
    // display.
    System.getProperties().putIfAbsent("java.awt.headless", "true");
    try (NamedArray npy = NamedArray.open(name, limits.options());
        Progress progress = Progress.of(session.streams(), "view", name)) {
      Selection selection = part.selection(index);
      NdView<?> fields =
          new Selection(selection.as(), selection.fields(), Selection.IndexText.ALL).of(npy.view());
      NdView<?> items = selection.of(npy.view());
      requireNumbers(items);
      Subject subject =
          Subject.of(items, kind, axes.map(list -> list.of(items.rank())).orElse(new int[0]));
      NdView<?> view =
          subject.view().on(execution.execution(progress, subject.view().dtype().itemsize()));
      Drawing drawing =
          new Drawing(
              new Subject(subject.kind(), view, subject.axes(), subject.slice()),
              AxisOrigin.of(fields.shape(), selection.index().parts()),
              style.style(),
              name.toString(),
              detail(npy, selection, subject));
      if (output.isPresent()) {
        toFile(drawing, output.get(), progress);
      } else {
        toTerminal(drawing, progress);
      }
    }
  }

  private static void requireNumbers(NdView<?> items) {
    if (items.dtype() instanceof StructType struct && !struct.fields().isEmpty()) {
      throw new DTypeException(
          "elements are structures, not numbers; choose one --field of "
              + struct.fields().stream()
                  .map(field -> "'" + field.name() + "'")
                  .collect(Collectors.joining(", ")));
    }
    if (!(items.dtype() instanceof ScalarType || items.dtype() instanceof TimeType)) {
      throw new DTypeException("elements of " + items.dtype() + " are neither numbers nor times");
    }
    if (items.rank() == 0) {
      throw new IllegalArgumentException(
          "an array without axes has one element and no picture; ndmap get prints it");
    }
    if (items.itemCount() == 0) {
      throw new IllegalArgumentException(
          "an array of shape " + items.shape() + " has no elements, and no picture");
    }
  }

  /// Describes the dtype, the shape and the drawn part of the array.
  private String detail(NamedArray npy, Selection selection, Subject subject) {
    StringBuilder text = new StringBuilder(npy.header().dtype().toString());
    text.append(' ').append(npy.header().shape());
    for (String field : selection.fields()) {
      text.append(", field ").append(field);
    }
    if (!selection.index().parts().isEmpty()) {
      text.append(
          selection.index().parts().stream()
              .map(Object::toString)
              .collect(Collectors.joining(", ", ", [", "]")));
    }
    if (!subject.slice().isEmpty()) {
      text.append(", slice ").append(subject.slice());
    }
    Style shown = style.style();
    if (subject.view().dtype() instanceof ScalarType scalar && scalar.kind().isComplex()) {
      text.append(", ").append(shown.part().name().toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }

  // ---- a figure of a sample, and the exact figure

  /// Shows a figure.
  private interface Showing {
    void show(Figure figure) throws IOException;
  }

  /// Shows the exact figure, unless `--sampled` is given. The figure of a sample is shown before it
  /// if the array is large and `--exact` is not given, or instead of it with `--sampled`.
  private void stages(Drawing drawing, Resolution resolution, Progress progress, Showing showing)
      throws IOException {
    drawing.check(sampled);
    NdView<?> view = drawing.subject().view();
    long bytes = view.shape().byteSize(view.dtype().itemsize());
    if (sampled && !drawing.hasSample()) {
      throw new IllegalArgumentException(
          "a sample for a histogram is of 1 or 2 axes, found shape " + view.shape());
    }
    if (sampled || (!exact && bytes >= LARGE && drawing.hasSample())) {
      showing.show(drawing.figure(resolution, true));
    }
    if (!sampled) {
      progress.begin(drawing.subject().kind() == Kind.HISTOGRAM ? 2 * bytes : bytes);
      Figure figure = drawing.figure(resolution, false);
      progress.hide();
      showing.show(figure);
    }
  }

  private void toFile(Drawing drawing, Path path, Progress progress) throws IOException {
    PictureFormat format = PictureFormat.of(path);
    PictureFile target = new PictureFile(path, force);
    target.requireFree();
    FigureSize size = size();
    stages(
        drawing, Resolution.of(size), progress, figure -> target.write(format.bytes(figure, size)));
  }

  private void toTerminal(Drawing drawing, Progress progress) throws IOException {
    Terminal found = terminal.orElse(TerminalKind.AUTO).terminal(System.getenv());
    Terminal shown =
        found.with(
            width.map(Long::intValue).orElse(found.columns()),
            height.map(Long::intValue).orElse(found.lines()));
    TerminalScreen screen = new TerminalScreen(session.streams(), shown);
    stages(drawing, Resolution.of(shown), progress, screen::show);
  }
}
