package io.ndmap.mmap;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// Python with NumPy, whose word on `.npy` files is final.
public final class Python {

  private Python() {}

  /// Skips the test where there is no NumPy.
  public static void requireNumpy() {
    try {
      Process process =
          new ProcessBuilder("python3", "-c", "import numpy").redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      Assumptions.assumeTrue(
          process.waitFor() == 0, "python3 with numpy is not there: nothing to compare with");
    } catch (IOException e) {
      Assumptions.abort("python3 is not there: nothing to compare with (" + e.getMessage() + ")");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Runs a program, which must succeed.
  ///
  /// @return what it printed
  public static String run(String program, String... arguments) {
    List<String> command = new ArrayList<>(List.of("python3", "-W", "ignore", "-c", program));
    command.addAll(List.of(arguments));
    return run(command);
  }

  public static String run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(command + " failed:\n" + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
