package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Quantity;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The table that a run prints, in Markdown.
final class ResultTable {

  /// Rows in which ndmap's speed relative to C is below this are marked with a note.
  private static final double NOTED = 1 / 1.3;

  private static final int[] WIDTHS = {33, 9, 9, 9, 9, 6, 7, 5, 5, 0};

  private ResultTable() {}

  /// Returns the head of the table.
  static String head() {
    return line(
            List.of(
                "op", "ndmap", "numpy", "C", "raw FFM", "GB/s", "÷ numpy", "÷ C", "÷ FFM", "must"))
        + "\n|"
        + "---|".repeat(WIDTHS.length);
  }

  /// Returns the line of a row.
  ///
  /// @param standing the result of the row
  /// @return the line
  static String row(Standing standing) {
    OptionalDouble toC = standing.ratio("c", "ndmap");
    String note = toC.isPresent() && toC.getAsDouble() < NOTED ? "*" : "";
    return line(
        List.of(
            standing.operation().name(),
            Quantity.time(standing.nanos("ndmap")),
            Quantity.time(standing.nanos("numpy")),
            Quantity.time(standing.nanos("c")),
            Quantity.time(standing.nanos("ffm")),
            Quantity.number(standing.gigabytesPerSecond("ndmap")),
            Quantity.number(standing.ratio("numpy", "ndmap")),
            Quantity.number(toC) + note,
            Quantity.number(standing.ratio("ffm", "ndmap")),
            verdict(standing)));
  }

  /// Returns the line of a row whose contenders disagree.
  ///
  /// @param operation the row
  /// @param why the difference between the results
  /// @return the line
  static String failed(Operation operation, String why) {
    return "| " + operation.name() + " | FAILED: " + why + " |";
  }

  /// Returns the notes below the table.
  static String foot() {
    return "\nTimes are medians for the work done once; GB/s counts the bytes of the source; ÷ is"
        + " their time divided by ndmap's.\n* slower than 1.3 times C.";
  }

  private static String verdict(Standing standing) {
    String all =
        standing.operation().requirements().stream()
            .map(requirement -> requirement + found(requirement, standing))
            .collect(Collectors.joining(", "));
    if (all.isEmpty() || standing.nanos("ndmap").isEmpty()) {
      return all;
    }
    return all + (standing.isMet() ? ": yes" : ": NO");
  }

  /// Returns the measured ratio for a requirement relative to one thread, in parentheses. Returns
  /// an empty text for other requirements, because the table has columns for them.
  private static String found(Requirement requirement, Standing standing) {
    OptionalDouble ratio = standing.ratio(requirement.than().contender(), "ndmap");
    return requirement.than() == Requirement.Than.ONE_THREAD && ratio.isPresent()
        ? " (" + Quantity.number(ratio) + ")"
        : "";
  }

  private static String line(List<String> cells) {
    StringBuilder line = new StringBuilder("|");
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      String padding = " ".repeat(Math.max(0, WIDTHS[i] - cell.codePointCount(0, cell.length())));
      Stream.of(" ", i == 0 ? cell + padding : padding + cell, " |").forEach(line::append);
    }
    return line.toString();
  }
}
