package io.ndmap.benchmarks.contest;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/// The frame of the commands of `benchmarks/race`.
///
/// Exit codes: 0 all contenders agreed, 1 some did not or something failed, 2 wrong usage. Whether
/// ndmap is as fast as it must be stands in the table and changes no exit code: on a busy machine
/// that says nothing.
public final class RaceCommand {

  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private RaceCommand() {}

  /// A run of a command.
  ///
  /// @param <T> its options
  public interface Run<T> {
    /// Runs.
    ///
    /// @param options its options
    /// @param out the standard output
    /// @param cleanup ends processes and removes files
    /// @return whether all contenders agreed
    boolean run(T options, PrintStream out, Cleanup cleanup) throws IOException;
  }

  /// Parses the command line, runs the command and exits if it fails.
  ///
  /// @param arguments the command line
  /// @param usage the text of `--help`
  /// @param parse throws an `IllegalArgumentException` if the arguments are not those of the usage
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
      // After Ctrl-C everything ends, and says so.
      if (!cleanup.isDone()) {
        System.err.println("race: " + e.getMessage());
        System.exit(FAILED);
      }
    }
  }
}
