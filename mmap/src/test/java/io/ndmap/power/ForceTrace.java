package io.ndmap.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What work has forced, as `strace` tells it.
///
/// @param call the system call and the file's name in its directory, with `#` for numbers; that of
///   memory alone
/// @param leftOut whether it did nothing
record ForceTrace(String call, boolean leftOut) {

  private static final Pattern LINE = Pattern.compile("[0-9]+ +(\\w+)\\((?:[0-9]+<(.*)>\\))?.*");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(-[0-9a-f]{16})?");

  /// The command under which work is traced.
  ///
  /// @param trace the file for it
  static List<String> command(Path trace) {
    return List.of(
        "strace",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-y",
        "-o",
        trace.toString(),
        "-e",
        "signal=none",
        "-e",
        "trace=fsync,fdatasync,msync");
  }

  /// Reads the file.
  ///
  /// @param directory in which the work was done
  static List<ForceTrace> read(Path trace, Path directory) throws IOException {
    List<ForceTrace> calls = new ArrayList<>();
    for (String line : Files.readAllLines(trace)) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new AssertionError("not understood: " + line);
      }
      String call = matcher.group(1);
      if (matcher.group(2) != null) {
        String name = directory.relativize(Path.of(matcher.group(2))).toString();
        call += " " + (name.isEmpty() ? "." : NUMBER.matcher(name).replaceAll("#"));
      }
      calls.add(new ForceTrace(call, line.endsWith("(INJECTED)")));
    }
    return List.copyOf(calls);
  }
}
