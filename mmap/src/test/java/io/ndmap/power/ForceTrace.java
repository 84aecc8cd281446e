package io.ndmap.power;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A force that `strace` has seen.
///
/// @param call the system call and the file's name in its directory, with `#` for numbers; that of
///   memory alone
/// @param leftOut whether it was suppressed
record ForceTrace(String call, boolean leftOut) {

  private static final Pattern LINE = Pattern.compile("(\\w+)\\((?:[0-9]+<(.*)>\\))?.*");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(-[0-9a-f]{16})?");

  /// The command under which work is traced.
  ///
  /// @param trace the prefix of the names of trace files, one per thread
  static List<String> command(Path trace) {
    return List.of(
        "strace",
        "-ff",
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

  /// Reads the files.
  ///
  /// @param directory the directory of the work
  static List<ForceTrace> read(Path trace, Path directory) throws IOException {
    List<ForceTrace> calls = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(trace.getParent(), trace.getFileName() + ".*")) {
      for (Path thread : threads) {
        lines.addAll(Files.readAllLines(thread));
      }
    }
    for (String line : lines) {
      // The trace of a thread that was in another call when its process ended.
      if (line.startsWith("???(")) {
        continue;
      }
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
