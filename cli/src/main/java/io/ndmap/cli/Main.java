package io.ndmap.cli;

import io.ndmap.cli.argument.ArgumentConverters;
import io.ndmap.cli.argument.NegativeArguments;
import io.ndmap.cli.array.AppendCommand;
import io.ndmap.cli.array.ConvertCommand;
import io.ndmap.cli.array.CreateCommand;
import io.ndmap.cli.array.DiffCommand;
import io.ndmap.cli.array.DigestCommand;
import io.ndmap.cli.array.EvalCommand;
import io.ndmap.cli.array.GetCommand;
import io.ndmap.cli.array.HistCommand;
import io.ndmap.cli.array.InfoCommand;
import io.ndmap.cli.array.SetCommand;
import io.ndmap.cli.array.SortCommand;
import io.ndmap.cli.array.StatsCommand;
import io.ndmap.cli.array.TakeCommand;
import io.ndmap.cli.array.UniqueCommand;
import io.ndmap.cli.array.VerifyCommand;
import io.ndmap.cli.demo.DemoCommand;
import io.ndmap.cli.fill.FillCommand;
import io.ndmap.cli.mpi.MpiCommand;
import io.ndmap.cli.npz.NpzCommand;
import io.ndmap.cli.output.OutputException;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Streams;
import io.ndmap.cli.run.FileFailure;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.cli.serve.ServeCommand;
import io.ndmap.cli.view.ViewCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The `ndmap` command; see `ndmap --help`.
///
/// Exit codes: 0 for success; 1 if a file failed or the output could not be written (2 for `diff`,
/// where 1 means "different"); 2 for wrong usage; 141 if the reader of the output closed the pipe.
public final class Main {

  static final int FAILED = Session.FAILED;
  static final int WRONG_USAGE = 2;

  /// The exit code that a shell reports for a process killed by a closed pipe.
  static final int CLOSED_PIPE = 141;

  /// The subcommands, in a separate class because `info` usually runs without loading this class.
  private static final class Subcommands {

    /// The subcommands by name, in the order of the help.
    static final Map<String, Function<Session, Object>> ALL = new LinkedHashMap<>();

    static {
      ALL.put("info", InfoCommand::new);
      ALL.put("get", GetCommand::new);
      ALL.put("set", SetCommand::new);
      ALL.put("stats", StatsCommand::new);
      ALL.put("hist", HistCommand::new);
      ALL.put("view", ViewCommand::new);
      ALL.put("eval", EvalCommand::commandLine);
      ALL.put("take", TakeCommand::new);
      ALL.put("sort", SortCommand::new);
      ALL.put("unique", UniqueCommand::new);
      ALL.put("convert", ConvertCommand::new);
      ALL.put("append", AppendCommand::new);
      ALL.put("diff", DiffCommand::new);
      ALL.put("digest", DigestCommand::new);
      ALL.put("create", CreateCommand::new);
      ALL.put("verify", VerifyCommand::new);
      ALL.put("serve", ServeCommand::new);
      ALL.put("npz", NpzCommand::commandLine);
      ALL.put("fill", FillCommand::commandLine);
      ALL.put("mpi", MpiCommand::commandLine);
      ALL.put("demo", DemoCommand::new);
      ALL.put(
          "completion",
          session ->
              new CompletionCommand(
                  session, () -> commandLine(new NdmapCommand(session.streams()))));
    }

    private Subcommands() {}
  }

  private Main() {}

  /// Runs the command and exits the JVM with its exit code.
  ///
  /// @param args the command's arguments
  public static void main(String[] args) {
    // Keep the library's log messages on one line each, like the command's own messages.
    System.getProperties().putIfAbsent("java.util.logging.SimpleFormatter.format", "ndmap: %5$s%n");
    int exit = run(Streams.ofProcess(), args);
    // Call System.exit only for a failure: it first looks for a logger, which takes longer than
    // showing a header. Otherwise the JVM exits with 0 on its own.
    if (exit != 0) {
      System.exit(exit);
    }
  }

  static int run(Streams streams, String... args) {
    NdmapCommand ndmap = new NdmapCommand(streams);
    Optional<InfoCommand> info = InfoCommand.ofNames(ndmap.session(), args);
    if (info.isPresent()) {
      return run(ndmap, info.get());
    }
    CommandLine line = commandLine(ndmap, called(args));
    int exit;
    try {
      exit = line.execute(NegativeArguments.mark(args));
      streams.out().close();
    } catch (IOException | InternalError | OutOfMemoryError | StackOverflowError e) {
      exit = report(ndmap, parsed(line), e);
    }
    streams.err().flush();
    return exit;
  }

  /// Runs `info` without picocli, for arguments that do not need it.
  private static int run(NdmapCommand ndmap, InfoCommand info) {
    int exit;
    try {
      exit = info.call();
      ndmap.session().streams().out().close();
    } catch (IOException | RuntimeException | InternalError | OutOfMemoryError e) {
      exit = report(ndmap, commandLine(ndmap), e);
    }
    ndmap.session().streams().err().flush();
    return exit;
  }

  /// Returns only the called subcommand, because building the model of all subcommands takes as
  /// long as most commands run. If the first argument is no subcommand, returns all of them, for
  /// options before the subcommand, for the help and for suggestions.
  private static Map<String, Function<Session, Object>> called(String... args) {
    Function<Session, Object> command = args.length > 0 ? Subcommands.ALL.get(args[0]) : null;
    return command == null ? Subcommands.ALL : Map.of(args[0], command);
  }

  /// Returns the command line with all subcommands.
  static CommandLine commandLine(NdmapCommand ndmap) {
    return commandLine(ndmap, Subcommands.ALL);
  }

  private static CommandLine commandLine(
      NdmapCommand ndmap, Map<String, Function<Session, Object>> commands) {
    CommandLine line = new CommandLine(ndmap);
    commands.forEach((name, command) -> line.addSubcommand(name, command.apply(ndmap.session())));
    line.setOut(new PrintWriter(ndmap.session().streams().out(), true))
        .setErr(ndmap.session().streams().err())
        .setUsageHelpAutoWidth(true)
        // Colours would be escaped by Printable, like any control sequence.
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        // A file may be named @x.npy.
        .setExpandAtFiles(false)
        .setParameterExceptionHandler((error, _) -> wrongUsage(error))
        .setExecutionExceptionHandler((error, called, _) -> failed(ndmap, called, error));
    ArgumentConverters.register(line);
    return line;
  }

  private static int wrongUsage(ParameterException error) {
    PrintWriter err = error.getCommandLine().getErr();
    // Some of picocli's messages already begin with "Error: ".
    String message = String.valueOf(error.getMessage()).replaceFirst("^Error: ", "");
    err.println("ndmap: " + Printable.line(message + taken(error)));
    Suggestions.of(error).ifPresent(err::println);
    err.println("Try '" + error.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return WRONG_USAGE;
  }

  /// Lists which argument was assigned to which parameter, if an argument may be misplaced.
  private static String taken(ParameterException error) {
    boolean misplaced =
        (error instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption())
            || (error.getArgSpec() instanceof PositionalParamSpec at && at.index().min() > 0);
    CommandLine.ParseResult parsed = error.getCommandLine().getParseResult();
    if (!misplaced || parsed == null) {
      return "";
    }
    String all =
        parsed.matchedPositionals().stream()
            .flatMap(
                label ->
                    label.originalStringValues().stream()
                        .map(
                            arg -> label.paramLabel() + " '" + NegativeArguments.unmark(arg) + "'"))
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "" : " (taken: " + all + ")";
  }

  private static int failed(NdmapCommand ndmap, CommandLine called, Exception error) {
    return switch (error) {
      case UsageException _ ->
          wrongUsage(new ParameterException(called, String.valueOf(error.getMessage())));
      // The failure is reported when the output is closed.
      case OutputException _ -> failedCode(called);
      default -> report(ndmap, called, error);
    };
  }

  /// Returns the innermost command that the arguments name, as far as they could be parsed.
  private static CommandLine parsed(CommandLine line) {
    CommandLine.ParseResult parsed = line.getParseResult();
    while (parsed != null && parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return parsed == null ? line : parsed.commandSpec().commandLine();
  }

  /// The exit code of a command that fails as a whole. A command for which 1 has another meaning
  /// sets another code.
  private static int failedCode(CommandLine called) {
    return called.getCommandSpec().exitCodeOnExecutionException();
  }

  private static int report(NdmapCommand ndmap, CommandLine called, Throwable error) {
    if (error instanceof OutputException output && output.isClosedPipe()) {
      return CLOSED_PIPE;
    }
    PrintWriter err = ndmap.session().streams().err();
    if (error instanceof OutputException) {
      err.println("ndmap: cannot write the output: " + error.getMessage());
    } else {
      err.println("ndmap: " + FileFailure.of(error, Path.of("")).message());
    }
    if (ndmap.session().debug().getAsBoolean()) {
      error.printStackTrace(err);
    }
    return failedCode(called);
  }
}
