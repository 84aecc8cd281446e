package io.ndmap.benchmarks.contest;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/// The common part of the commands of `benchmarks/race`.
///
/// Exit codes: 0 if all contenders agreed, 1 if some did not or something failed, 2 for wrong
/// usage. Missed speed requirements are reported in the table only, because times are not reliable
/// on a busy machine.
public final class RaceCommand {

  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private RaceCommand() {}

  /// The code of one command of `benchmarks/race`.
  ///
  /// @param <T> the type of the command's options
  public interface Run<T> {
    /// Runs the command.
    ///
    /// @param options the options
    /// @param out the standard output
    /// @param cleanup receives the actions that end the command's processes and remove its files
    /// @return whether all contenders agreed
    boolean run(T options, PrintStream out, Cleanup cleanup) throws IOException;
  }

  /// Parses the command line, runs the command and exits if it fails.
  ///
  /// @param arguments the command line
  /// @param usage the text of `--help`
  /// @param parse parses the command line; throws an `IllegalArgumentException` if it does not
  ///   match the usage
  /// @param run the command
  public static <T> void main(
      String[] arguments, String usage, Function<String[], T> parse, Run<T> run) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    List<String> given = List.of(arguments);
    if (given.contains("--help") || given.contains("-h")) {
      out.print(usage);
      return;
    }
    T options;
    try {
      options = parse.apply(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("race: " + e.getMessage() + "\n\n" + usage);
      System.exit(USAGE);
      return;
    }
    Cleanup cleanup = Cleanup.atExit();
    try (cleanup) {
      if (!run.run(options, out, cleanup)) {
        System.exit(FAILED);
      }
    } catch (IOException e) {
      // After Ctrl-C the child processes end, so errors of communication with them are expected.
      if (!cleanup.isDone()) {
        System.err.println("race: " + e.getMessage());
        System.exit(FAILED);
      }
    }
  }
}
