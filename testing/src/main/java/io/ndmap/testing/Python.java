package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// NumPy itself: what it says is the truth that tests compare with.
final class Python {

  private static final String REASON = "python3 with numpy is not there: nothing to compare with";

  private Python() {}

  /// Runs a script in which `np`, `json` and `argv` are there, or skips the test where there is no
  /// NumPy.
  ///
  /// @return what it printed
  static String run(String script, Object... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3", "-W", "ignore", "-c"));
    command.add(
        "import sys, json\n"
            + "try:\n"
            + "    import numpy as np\n"
            + "except ImportError:\n"
            + "    sys.exit(77)\n"
            + "argv = sys.argv[1:]\n"
            + script);
    Arrays.stream(args).map(Object::toString).forEach(command::add);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return Assumptions.abort(REASON);
    }
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    int exit = process.waitFor();
    Assumptions.assumeTrue(exit != 77, REASON);
    assertThat(exit).as(said).isZero();
    return said;
  }
}
