package io.ndmap.power;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Works on a logged disk and acknowledges each step on its standard output, which no power cut
/// reaches: the number of entries in the log after the step, and what was done.
final class PowerChild {

  private PowerChild() {}

  /// Runs the work.
  ///
  /// @param arguments the work, the directory, the log
  public static void main(String[] arguments) throws Exception {
    Path log = Path.of(arguments[2]);
    acknowledge(log, "");
    Work.valueOf(arguments[0]).load().run(Path.of(arguments[1]), note -> acknowledge(log, note));
  }

  private static void acknowledge(Path log, String note) {
    try {
      System.out.println(WriteLog.count(log) + " " + note);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
