package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.NamedFile;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.argument.ViewAsOption;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.stream.NpyWriter;
import io.ndmap.stream.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Computes an expression of arrays.
@Command(
    name = "eval",
    description = {
      "Computes an expression in NumPy's spelling, in one pass.",
      "Prints the result, or writes it to a new file. Creates no intermediate arrays, so files may"
          + " be larger than memory. Each reduction within the expression takes an additional"
          + " pass.",
      "Operators: + - * / // %% ** & | ^ ~ << >> < <= == != > >=, with Python's precedence;"
          + " comparisons cannot be chained. Slices and fields: x[::2, -1], x['a'].",
      "Functions: " + EvalCommand.FUNCTIONS + ".",
      "Names of dtypes convert, as in float32(x). Reductions accept axis=, keepdims=, where= and"
          + " ddof=.",
      "Never executes the text as code."
    },
    footer = {
      "%nExamples:",
      "  ndmap eval 'mean(where(abs(x) > 3, nan, x))' x=a.npy",
      "  ndmap eval '(x - mean(x, axis=0)) / std(x, axis=0)' x=a.npy -o scaled.npy --dtype f4",
      "  ndmap eval 'x + y[:, None]' x=all.npz::x y=- -o - < y.npy | ndmap stats -"
    })
public final class EvalCommand implements Callable<Integer> {

  /// The placeholder for the list of functions in the help text.
  static final String FUNCTIONS = "FUNCTIONS";

  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "EXPRESSION",
      description = "The expression to compute, such as 'sqrt(x**2 + y**2) > 3'.")
  private String text = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "NAME=FILE",
      description =
          "The array that a name stands for: a .npy file, archive.npz::member, or - for the"
              + " standard input, which is read into memory.")
  private List<NamedFile> files = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DST",
      description =
          "The .npy file, archive or archive.npz::member to create, or - for the standard output,"
              + " for which the result is held in memory.")
  private Optional<ArrayArgument> target = Optional.empty();

  @Option(
      names = "--dtype",
      paramLabel = "D",
      description = "The dtype of the result (default: that of the expression).")
  private Optional<DType> dtype = Optional.empty();

  @Option(
      names = "--casting",
      paramLabel = "RULE",
      description =
          "The conversions that --dtype allows: no, equiv, safe, same_kind (default) or unsafe.")
  private Optional<Casting> casting = Optional.empty();

  @Mixin private PrintOptions printing = new PrintOptions();

  @Mixin private ViewAsOption viewing = new ViewAsOption();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private TargetOptions file = new TargetOptions();

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  /// The fault in the expression, which is reported as wrong usage; null if there is none.
  private @Nullable UsageException wrong;

  private EvalCommand(Session session) {
    this.session = session;
  }

  /// Returns the command, with the functions listed in its help.
  public static CommandLine commandLine(Session session) {
    CommandLine line = new CommandLine(new EvalCommand(session));
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    String functions = String.join(" ", Expression.functions());
    usage.description(
        Arrays.stream(usage.description())
            .map(sentence -> sentence.replace(FUNCTIONS, functions))
            .toArray(String[]::new));
    return line;
  }

  @Override
  public Integer call() throws IOException {
    check();
    ArrayName first = files.getFirst().file().name();
    int exit = session.runArrays(List.of(first), printing.json(), _ -> evaluate());
    if (wrong != null) {
      throw wrong;
    }
    return exit;
  }

  private void check() throws IOException {
    execution.check();
    printing.check("DST", target.isPresent());
    if (casting.isPresent() && dtype.isEmpty()) {
      throw new UsageException("--casting is for --dtype");
    }
    Map<String, ArrayName> names = new HashMap<>();
    for (NamedFile given : files) {
      ArrayName name = given.file().name();
      if (names.containsKey(given.name())) {
        throw new UsageException("the name " + given.name() + " is given twice");
      }
      if (StandardInput.is(name) && names.values().stream().anyMatch(StandardInput::is)) {
        throw new UsageException("two arrays are the standard input");
      }
      names.put(given.name(), name);
    }
    if (target.isEmpty()) {
      return;
    }
    ArrayName into = target.get().name();
    if (!StandardInput.is(into)) {
      var _ = TargetFormat.requireArrays("DST", into);
      for (ArrayName name : names.values()) {
        if (!StandardInput.is(name)) {
          file.requireOther(name, into);
        }
      }
    } else if (session.streams().outIsTerminal()) {
      throw new UsageException("DST: the output is a terminal; redirect it, or name a file");
    }
  }

  private void evaluate() throws IOException {
    Map<String, NdView<?>> views = new HashMap<>();
    try (Opened opened = new Opened();
        Progress progress = Progress.of(session.streams(), "eval")) {
      List<NdView<?>> found = new ArrayList<>();
      for (NamedFile given : files) {
        found.add(opened.open(given.file().name()));
      }
      List<NdView<?>> operands = viewing.of(found);
      int widest = 1;
      for (int k = 0; k < operands.size(); k++) {
        views.put(files.get(k).name(), operands.get(k));
        widest = Math.max(widest, operands.get(k).dtype().itemsize());
      }
      // All passes report their progress in the same unit.
      Execution pass = execution.execution(progress, widest);
      views.replaceAll((_, view) -> view.on(pass));
      Expression expression = expression(views);
      if (expression != null) {
        progress.begin(Math.min(expression.passedItems(), Long.MAX_VALUE / widest) * widest);
        write(expression, pass, progress);
      }
    } catch (OutOfMemoryError e) {
      // The failure concerns the computation, not a file.
      throw new IOException(e.getMessage(), e);
    }
  }

  /// The open arrays.
  private final class Opened implements AutoCloseable {
    private final List<NamedArray> arrays = new ArrayList<>();

    NdView<?> open(ArrayName name) throws OtherFileException {
      try {
        NamedArray array = NamedArray.open(name, session.streams(), limits.options());
        arrays.add(array);
        return array.view();
      } catch (IOException | RuntimeException e) {
        throw new OtherFileException(name, e);
      }
    }

    @Override
    public void close() throws IOException {
      for (NamedArray array : arrays) {
        array.close();
      }
    }
  }

  /// Returns the expression, converted to the requested dtype; null if the expression is wrong
  /// usage.
  private @Nullable Expression expression(Map<String, NdView<?>> views) {
    try {
      Expression all = Expression.parse(text, views);
      return dtype.isEmpty() ? all : converted(all, dtype.get());
    } catch (UsageException e) {
      wrong = e;
    } catch (IllegalArgumentException | ArithmeticException e) {
      wrong = new UsageException("EXPRESSION: " + e.getMessage());
    }
    return null;
  }

  private Expression converted(Expression expression, DType into) {
    Casting rule = casting.orElse(Casting.SAME_KIND);
    if (!(into instanceof ScalarType)) {
      throw new UsageException("--dtype: results are converted to numbers, not to " + into);
    }
    if (!rule.allows(expression.dtype(), into)) {
      throw new UsageException(
          "--dtype: results of "
              + expression.dtype()
              + " are not cast to "
              + into
              + " under the rule "
              + rule.name().toLowerCase(Locale.ROOT)
              + "; see --casting");
    }
    return expression.astype(into, rule);
  }

  private void write(Expression expression, Execution pass, Progress progress) throws IOException {
    DType into = dtype.orElse(expression.dtype());
    if (target.isEmpty()) {
      print(expression, into, progress);
    } else if (StandardInput.is(target.get().name())) {
      NdView<?> result = NdView.zeros(into, expression.shape(), Order.C);
      expression.into(result.on(pass));
      NpyWriter.write(session.out().bytes(), result, WriteOptions.DEFAULT);
    } else {
      file.create(
          target.get().name(),
          into,
          expression.shape(),
          Order.C,
          made -> expression.into(made.on(pass)),
          limits.options());
    }
  }

  private void print(Expression expression, DType into, Progress progress) throws IOException {
    printing.requireFew(
        expression.shape(), expression.dtype(), "name a DST to hold them (-o), or raise --limit");
    NdView<?> result = expression.evaluate();
    if (!result.dtype().equals(into)) {
      NdView<?> converted = NdView.zeros(into, result.shape(), Order.C);
      result.copyTo(converted);
      result = converted;
    }
    progress.hide();
    printing.print(session.out(), result);
  }
}
