package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// The table of the race of files, in Markdown.
final class FilesTable {

  private FilesTable() {}

  /// Returns the head of the table.
  static String head() {
    return line("op", "ndmap", "worst JVM", "numpy", "GB/s", "÷ numpy", "worst", "must", "MiB")
        + "\n|---|---|---|---|---|---|---|---|---|";
  }

  /// Returns the line of a row.
  ///
  /// @param standing the result of the row
  static String row(FilesStanding standing) {
    FilesRow row = standing.row();
    return line(
        row.name(),
        Quantity.time(OptionalDouble.of(standing.ndmap())),
        Quantity.time(OptionalDouble.of(standing.worst())),
        Quantity.time(OptionalDouble.of(standing.numpy())),
        row.bytes() == 0 ? "" : Quantity.number(OptionalDouble.of(row.bytes() / standing.ndmap())),
        Quantity.number(OptionalDouble.of(standing.ratio())),
        Quantity.number(OptionalDouble.of(standing.worstRatio())),
        row.least() == 0
            ? ""
            : String.format(
                Locale.ROOT, "≥ %.2f: %s", row.least(), standing.isMet() ? "yes" : "NO"),
        standing.size().isEmpty() ? "" : mib(standing.size()) + " / " + mib(standing.numpySize()));
  }

  private static String mib(OptionalLong bytes) {
    return String.format(Locale.ROOT, "%.1f", bytes.orElse(0) / (double) (1 << 20));
  }

  /// Returns the notes below the table.
  static String foot() {
    return "\nTimes are medians: of a JVM's laps, and of the JVMs; worst is the slowest JVM's. ÷ is"
        + " numpy's time divided by ndmap's.\nMiB is the size of what was written, by ndmap and by"
        + " numpy.";
  }

  private static String line(String... cells) {
    return List.of(cells).stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
