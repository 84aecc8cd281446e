package io.ndmap.cli.demo;

import io.ndmap.cli.output.Output;
import java.io.IOException;
import java.util.Locale;

/// What the demo says: a line for each step, and whether its results were what they must be.
public final class DemoReport {

  private final Output out;
  private int checks;
  private int failures;

  public DemoReport(Output out) {
    this.out = out;
  }

  public void say(String text) throws IOException {
    out.write(text + "\n");
    out.flush();
  }

  /// @param name of the step
  /// @param what was done
  /// @param nanos how long it took
  /// @param rate how fast that is
  /// @param right whether the result is right
  public void step(String name, String what, long nanos, String rate, boolean right)
      throws IOException {
    checks++;
    failures += right ? 0 : 1;
    say(
        String.format(
            "  %-12s %-62s %10s  %-16s %s", name, what, time(nanos), rate, right ? "ok" : "WRONG"));
  }

  public boolean allRight() {
    return failures == 0;
  }

  public String verdict() {
    return failures == 0
        ? "All " + checks + " checks are true."
        : failures + " of " + checks + " checks are FALSE.";
  }

  /// How many things there were in a second, such as `1.5 M items/s`.
  public static String perSecond(long number, String things, long nanos) {
    double rate = number * 1e9 / Math.max(1, nanos);
    String text =
        rate < 1e3
            ? String.format(Locale.ROOT, "%.0f", rate)
            : rate < 1e6
                ? String.format(Locale.ROOT, "%.1f k", rate / 1e3)
                : String.format(Locale.ROOT, "%.1f M", rate / 1e6);
    return text + " " + things + "/s";
  }

  public static String time(long nanos) {
    return nanos < 1_000_000
        ? String.format(Locale.ROOT, "%.0f µs", nanos / 1e3)
        : nanos < 1_000_000_000
            ? String.format(Locale.ROOT, "%.0f ms", nanos / 1e6)
            : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }
}
