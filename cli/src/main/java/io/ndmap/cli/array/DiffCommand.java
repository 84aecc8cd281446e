package io.ndmap.cli.array;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.ViewAsOption;
import io.ndmap.cli.array.ArrayDifference.Rule;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.format.container.ArrayContainer;
import io.ndmap.format.container.ArrayContainer.Member.Kind;
import io.ndmap.format.container.ContainerFile;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.op.Tolerance;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Compares two arrays, or the members of two archives or `.safetensors` files.
@Command(
    name = "diff",
    description = {
      "Compares two arrays, archives or .safetensors files.",
      "Prints the number of elements that differ, the first of them, and the largest differences;"
          + " prints nothing if the arrays are equal (with --json: one object in any case).",
      "Compares two archives (.npz) or .safetensors files, or an archive with a .safetensors file,"
          + " array by array.",
      "Compares values; the memory orders may differ. Dtypes and byte orders may differ unless"
          + " --strict is given. Structures are compared field by field, and NaN equals NaN.",
      "A file name of - reads the standard input into memory."
    },
    exitCodeOnExecutionException = DiffCommand.TROUBLE,
    exitCodeList = {
      "0:the arrays are equal",
      "1:they differ",
      "2:they could not be compared: a file failed, the output could not be written, or the command"
          + " was used wrongly",
      "130:it was interrupted by Ctrl-C",
      "141:the reader of the output went away"
    },
    footer = {
      "%nExamples:",
      "  ndmap diff a.npy b.npy",
      "  ndmap diff a.npy all.npz::b --rtol 1e-6 --json",
      "  ndmap diff old.npz new.npz --quiet"
    })
public final class DiffCommand implements Callable<Integer> {

  private static final int EQUAL = 0;
  private static final int DIFFERENT = 1;
  static final int TROUBLE = 2;

  /// Once the inflated members take this many bytes, the archives are reopened to free that memory.
  private static final long MOST_INFLATED = 256L << 20;

  private final Session session;

  @Parameters(index = "0", paramLabel = "A", description = "The first file.")
  private ArrayArgument first = new ArrayArgument("");

  @Parameters(index = "1", paramLabel = "B", description = "The second file.")
  private ArrayArgument second = new ArrayArgument("");

  @Option(
      names = "--rtol",
      paramLabel = "R",
      description =
          "The relative tolerance: numbers are equal if |a - b| <= atol + rtol * |b|, as for"
              + " numpy.isclose (default: 0).")
  private Double relative = 0.0;

  @Option(
      names = "--atol",
      paramLabel = "T",
      description = "The absolute tolerance, see --rtol (default: 0).")
  private Double absolute = 0.0;

  @Option(
      names = "--nan-differs",
      description = "Treat NaN and NaN, NaT and NaT as different (default: equal).")
  private boolean nanDiffers;

  @Option(names = "--strict", description = "Require equal dtypes and byte orders.")
  private boolean strict;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print nothing; only set the exit code.")
  private boolean quiet;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private PickleArguments pickles = new PickleArguments();

  @Mixin private ViewAsOption viewing = new ViewAsOption();

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  private ArrayName other = ArrayName.of(Path.of(""));
  private boolean isDifferent;

  public DiffCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    execution.check();
    pickles.check();
    if (quiet && json) {
      throw new UsageException("--quiet and --json exclude each other");
    }
    ArrayName one = first.name();
    other = second.name();
    if (StandardInput.is(one) && StandardInput.is(other)) {
      throw new UsageException("A and B are both the standard input");
    }
    Tolerance tolerance = tolerance();
    int exit = session.runArrays(List.of(one), json, name -> compare(name, tolerance));
    return exit != 0 ? TROUBLE : isDifferent ? DIFFERENT : EQUAL;
  }

  private Tolerance tolerance() {
    try {
      return new Tolerance(relative, absolute, !nanDiffers);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--rtol, --atol", e);
    }
  }

  private void compare(ArrayName file, Tolerance tolerance) throws IOException {
    boolean isContainer = ContainerFile.is(file);
    if (isContainer != second(ContainerFile::is)) {
      throw new IOException(
          (NpzFile.isArchive((isContainer ? file : other).file())
                  ? "only one of %s and %s is an archive; name its member, archive.npz::member"
                  : "only one of %s and %s is a whole .safetensors file; name its tensor,"
                      + " FILE::NAME")
              .formatted(file, other));
    }
    if (isContainer) {
      compareContainers(file.file(), tolerance);
      return;
    }
    try (NamedArray a = pickles.open(file, session.streams(), limits.options());
        NamedArray b = second(name -> pickles.open(name, session.streams(), limits.options()))) {
      List<NdView<?>> views = viewing.of(List.of(a.view(), b.view()));
      List<ArrayDifference> found = compare(views.get(0), views.get(1), tolerance);
      if (json) {
        JsonLine.write(
            session.out(),
            line -> {
              line.text("a", file.toString()).text("b", other.toString());
              ArrayDifference.write(line, found);
            });
      } else {
        show(file.toString(), other.toString(), found);
      }
    }
  }

  private List<ArrayDifference> compare(NdView<?> a, NdView<?> b, Tolerance tolerance) {
    try (Progress progress = Progress.of(session.streams(), "diff", first.name())) {
      UnaryOperator<NdView<?>> running =
          view -> {
            int itemsize = view.dtype().itemsize();
            progress.begin(view.shape().byteSize(itemsize));
            return view.on(execution.execution(progress, itemsize));
          };
      List<ArrayDifference> found =
          ArrayDifference.of(a, b, new Rule(tolerance, strict, quiet, running));
      isDifferent |= !found.isEmpty();
      return found;
    }
  }

  private void show(String a, String b, List<ArrayDifference> found) throws IOException {
    for (ArrayDifference difference : quiet ? List.<ArrayDifference>of() : found) {
      session.out().write(difference.text(a, b));
    }
  }

  /// An operation on the second file, whose failures are reported under that file's name.
  private interface Step<T> {
    T of(ArrayName name) throws IOException;
  }

  private <T> T second(Step<T> step) throws IOException {
    try {
      return step.of(other);
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(other, e);
    }
  }

  private ArrayContainer open(Path container) throws IOException {
    return ContainerFile.open(container, limits.options());
  }

  private static Set<String> keys(ArrayContainer container) {
    return container.members().stream()
        .map(ArrayContainer.Member::key)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  // ---- archives and .safetensors files

  /// The differences of one member.
  private record Member(String name, List<ArrayDifference> differences) {}

  private void compareContainers(Path file, Tolerance tolerance) throws IOException {
    List<String> onlyA;
    List<String> onlyB;
    Iterator<String> common;
    try (ArrayContainer a = open(file);
        ArrayContainer b = second(name -> open(name.file()))) {
      Set<String> names = keys(a);
      Set<String> others = keys(b);
      onlyA = names.stream().filter(name -> !others.contains(name)).toList();
      onlyB = others.stream().filter(name -> !names.contains(name)).toList();
      common = names.stream().filter(others::contains).toList().iterator();
    }
    isDifferent = !onlyA.isEmpty() || !onlyB.isEmpty();
    List<Member> members = new ArrayList<>();
    while (common.hasNext()) {
      // Inflated members stay in memory until their archive is closed.
      try (ArrayContainer a = open(file);
          ArrayContainer b = second(name -> open(name.file()))) {
        long inflated = 0;
        while (common.hasNext() && inflated < MOST_INFLATED) {
          String name = common.next();
          ArrayContainer.Member one = a.member(name);
          ArrayContainer.Member two = second(_ -> b.member(name));
          members.add(new Member(name, compare(file + "::" + name, one, two, tolerance)));
          inflated += one.inflatedBytes() + two.inflatedBytes();
        }
      }
    }
    if (json) {
      JsonLine.write(session.out(), line -> write(line, file, onlyA, onlyB, members));
    } else if (!quiet) {
      for (String name : onlyA) {
        session.out().write("only in " + file + ": " + Printable.line(name) + "\n");
      }
      for (String name : onlyB) {
        session.out().write("only in " + other + ": " + Printable.line(name) + "\n");
      }
      for (Member member : members) {
        show(file + "::" + member.name(), other + "::" + member.name(), member.differences());
      }
    }
  }

  /// @param name the name of the first member in messages
  private List<ArrayDifference> compare(
      String name, ArrayContainer.Member a, ArrayContainer.Member b, Tolerance tolerance)
      throws IOException {
    Kind one = a.kind();
    Kind two = second(_ -> b.kind());
    if (one == Kind.ARRAY && two == Kind.ARRAY) {
      NdView<?> view = viewing.ofVoid(pickles.view(name, a));
      NdView<?> against = viewing.ofVoid(second(file -> pickles.view(file + "::" + b.key(), b)));
      return compare(view, against, tolerance);
    }
    Optional<String> reason = one == two ? difference(a, b) : Optional.of(reason(one, two));
    isDifferent |= reason.isPresent();
    return reason.stream().map(text -> ArrayDifference.apart("", text)).toList();
  }

  private static String reason(Kind a, Kind b) {
    return a == Kind.UNSUPPORTED || b == Kind.UNSUPPORTED
        ? "only one is a tensor of a type without a dtype"
        : "only one is an array";
  }

  /// Returns the difference of two members of the same kind that are not arrays.
  private static Optional<String> difference(ArrayContainer.Member a, ArrayContainer.Member b)
      throws IOException {
    if (!a.type().equals(b.type())) {
      return Optional.of("types, " + a.type() + " and " + b.type());
    }
    long mismatch = mismatch(a, b);
    return mismatch < 0 ? Optional.empty() : Optional.of("bytes, from byte " + mismatch + " on");
  }

  /// The offset of the first byte that differs; -1 if there is none.
  private static long mismatch(ArrayContainer.Member a, ArrayContainer.Member b)
      throws IOException {
    long size = Math.max(a.size(), b.size());
    try (InputStream one = new BufferedInputStream(a.bytes());
        InputStream two = new BufferedInputStream(b.bytes())) {
      for (long at = 0; at < size; at++) {
        if (one.read() != two.read()) {
          return at;
        }
      }
      return -1;
    }
  }

  private void write(
      JsonLine line, Path file, List<String> onlyA, List<String> onlyB, List<Member> members)
      throws IOException {
    line.text("a", file.toString()).text("b", other.toString()).bool("equal", !isDifferent);
    names(line.value("only_in_a"), onlyA);
    names(line.value("only_in_b"), onlyB);
    line.objects(
        "members",
        members,
        (each, member) ->
            ArrayDifference.write(each.text("name", member.name()), member.differences()));
  }

  private static void names(JsonWriter json, List<String> names) throws IOException {
    json.beginArray();
    for (String name : names) {
      json.value(name);
    }
    json.endArray();
  }
}
