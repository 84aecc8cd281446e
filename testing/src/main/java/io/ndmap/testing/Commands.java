package io.ndmap.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// Commands of the system that tests need.
public final class Commands {

  private Commands() {}

  /// Returns whether a command exists and succeeds; its output is discarded.
  public static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// Runs a command that must succeed.
  public static void require(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw new AssertionError(
            "%s: exit status %s: %s".formatted(String.join(" ", command), status, output));
      }
    } catch (IOException e) {
      throw new AssertionError(String.join(" ", command), e);
    }
  }

  /// Skips the test if a wrapper command cannot run other commands here.
  public static void requireWrapper(List<String> wrapper) throws InterruptedException {
    List<String> command = new ArrayList<>(wrapper);
    command.add("true");
    Assumptions.assumeTrue(
        succeeds(command.toArray(String[]::new)),
        () -> "cannot be run here: " + String.join(" ", wrapper));
  }

  /// Sends a signal, such as `STOP`, to a process.
  public static void signal(String signal, long pid) throws InterruptedException {
    if (!succeeds("kill", "-" + signal, Long.toString(pid))) {
      throw new AssertionError("SIG" + signal + " was not sent to process " + pid);
    }
  }
}
