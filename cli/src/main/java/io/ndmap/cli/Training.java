package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/// Runs the short commands on small arrays, so that the JVM stores their classes in an AOT cache.
///
/// Run only while packages are built, see `dist/README.md`.
final class Training {

  private Training() {}

  /// Runs the commands.
  ///
  /// @param args an empty directory for the arrays
  public static void main(String[] args) throws IOException {
    run(Path.of(args[0]), false);
  }

  /// @param silent whether to discard the output of the last command too
  static void run(Path directory, boolean silent) throws IOException {
    String x = directory.resolve("x.npy").toString();
    String y = directory.resolve("y.npy").toString();
    String archive = directory.resolve("all.npz").toString();
    List<List<String>> commands =
        List.of(
            List.of("create", x, "--dtype", "<f8", "--shape", "3,4", "--fill", "0.5"),
            List.of("set", x, "1,1", "1.5"),
            List.of("info", x),
            List.of("info", x, "--json"),
            List.of("get", x),
            List.of("get", x, "0, ::2", "--json"),
            List.of("get", x, "--csv"),
            List.of("stats", x),
            List.of("stats", x, "--json"),
            List.of("hist", x, "--bins", "4"),
            List.of("eval", "mean(x) + 1", "x=" + x),
            List.of("take", x, "--indices", "0,2"),
            List.of("unique", x),
            List.of("sort", x, y),
            List.of("diff", x, x),
            List.of("convert", x, y, "--dtype", "<f4", "--force"),
            List.of("digest", x),
            List.of("verify", x),
            List.of("npz", "create", archive, x, y),
            List.of("npz", "list", archive),
            List.of("get", archive + "::x"),
            List.of("info", "--help"),
            List.of("--help"),
            List.of("--version"));
    for (List<String> command : commands) {
      // Only the last command writes to the standard output of the process, because each run closes
      // its output.
      boolean last = command.equals(commands.getLast());
      Streams streams = last && !silent ? Streams.ofProcess() : silent();
      int exit = Main.run(streams, command.toArray(String[]::new));
      if (exit != 0) {
        throw new IllegalStateException("exit code " + exit + ": ndmap " + command);
      }
    }
  }

  private static Streams silent() {
    return new Streams(
        new Output(OutputStream.nullOutputStream(), UTF_8, false),
        new PrintWriter(System.err, true, UTF_8),
        UTF_8,
        InputStream.nullInputStream(),
        false,
        false);
  }
}
