package io.ndmap.cli.demo;

import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.QuantityText;
import java.io.IOException;

/// Prints a line for each step of the demo, with its duration and whether its result is correct.
final class DemoReport {

  private final Output out;
  private int checks;
  private int failures;

  DemoReport(Output out) {
    this.out = out;
  }

  void say(String text) throws IOException {
    out.write(text + "\n");
    out.flush();
  }

  /// @param name the name of the step
  /// @param what the work that was done
  /// @param nanos the duration of the work in nanoseconds
  /// @param rate the throughput, as text
  /// @param right whether the result is correct
  void step(String name, String what, long nanos, String rate, boolean right) throws IOException {
    checks++;
    failures += right ? 0 : 1;
    say(
        String.format(
            "  %-12s %-62s %10s  %-16s %s",
            name, what, QuantityText.time(nanos), rate, right ? "ok" : "WRONG"));
  }

  boolean allRight() {
    return failures == 0;
  }

  String verdict() {
    return failures == 0
        ? "All " + checks + " checks are true."
        : failures + " of " + checks + " checks are FALSE.";
  }
}
