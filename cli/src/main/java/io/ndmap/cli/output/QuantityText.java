package io.ndmap.cli.output;

import java.util.Locale;

/// Formats counts, sizes and durations for people.
public final class QuantityText {

  private static final String[] BYTES = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private QuantityText() {}

  /// Formats a count with its noun, such as `1 byte`.
  public static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /// Formats a size with about three significant digits, such as `4.00 GiB`. From 1000 of a unit
  /// on, the next unit is used: 1000 bytes are `0.98 KiB`.
  public static String bytes(long bytes) {
    return scaled((double) bytes);
  }

  /// Formats a throughput in bytes, such as `1.50 GiB/s`.
  public static String bytesPerSecond(long bytes, long nanos) {
    return scaled(bytes * 1e9 / Math.max(1, nanos)) + "/s";
  }

  private static String scaled(double bytes) {
    int unit = 0;
    double value = bytes;
    while (value >= 1000 && unit < BYTES.length - 1) {
      value /= 1024;
      unit++;
    }
    int digits = unit == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + digits + "f %s", value, BYTES[unit]);
  }

  /// Formats a rate, such as `1.5 M elements/s`.
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

  /// Formats a duration, such as `1.50 s`.
  public static String time(long nanos) {
    return nanos < 1_000_000
        ? String.format(Locale.ROOT, "%.0f µs", nanos / 1e3)
        : nanos < 1_000_000_000
            ? String.format(Locale.ROOT, "%.0f ms", nanos / 1e6)
            : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }
}
