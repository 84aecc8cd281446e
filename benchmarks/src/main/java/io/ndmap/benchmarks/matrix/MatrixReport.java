package io.ndmap.benchmarks.matrix;

import io.ndmap.benchmarks.contest.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// A report on files of results, in Markdown: a summary, the reasons why cells are slow, the twenty
/// worst cells if more than forty were timed, all cells.
///
/// @param heads the first line of each run: date, machine, speed, load
/// @param standings the results of all cells
record MatrixReport(List<String> heads, List<MatrixStanding> standings) {

  private static final String COMMENT = "# ";
  private static final int SHOWN = 20;

  /// Cells in which the slowest JVM reaches less than this share of NumPy's speed are listed with a
  /// reason.
  private static final double LEAST = 0.9;

  private static final String UNKNOWN = "not known";
  private static final String HEAD =
      "| cell | native | JVMs | ndmap | numpy | ÷ numpy, median | worst | spread | worst ÷ C |\n"
          + "|---|---|---|---|---|---|---|---|---|";

  MatrixReport {
    heads = List.copyOf(heads);
    standings = List.copyOf(standings);
  }

  /// Combines files of results.
  ///
  /// @param lines the lines of all files; if a JVM has several lines for a cell, the last one
  ///   counts
  static MatrixReport of(List<String> lines) {
    List<String> heads = new ArrayList<>();
    Map<String, MatrixSample> samples = new LinkedHashMap<>();
    for (String line : lines) {
      if (line.startsWith(COMMENT)) {
        heads.add(line.substring(COMMENT.length()));
      } else if (!line.isEmpty()) {
        MatrixSample sample = MatrixSample.parse(line);
        samples.put(sample.cell() + sample.isNative() + sample.jvm(), sample);
      }
    }
    Map<String, List<MatrixSample>> cells = new LinkedHashMap<>();
    for (MatrixSample sample : samples.values()) {
      cells.computeIfAbsent(sample.cell() + sample.isNative(), _ -> new ArrayList<>()).add(sample);
    }
    return new MatrixReport(
        heads,
        cells.values().stream()
            .map(it -> new MatrixStanding(it.getFirst().cell(), it.getFirst().isNative(), it))
            .toList());
  }

  /// Returns whether no cell has failed. A cell fails if the contenders' results differ, or if a
  /// contender cannot run it.
  boolean agreed() {
    return standings.stream().allMatch(it -> it.failure().isEmpty());
  }

  /// Returns the report.
  String text() {
    List<String> lines = new ArrayList<>(heads);
    lines.add("");
    List<MatrixStanding> timed = standings.stream().filter(it -> it.failure().isEmpty()).toList();
    for (boolean isNative : new boolean[] {true, false}) {
      for (MatrixMemory place : MatrixMemory.values()) {
        List<MatrixStanding> part =
            timed.stream()
                .filter(it -> it.isNative() == isNative && place.isOf(it.cell()))
                .toList();
        if (!part.isEmpty()) {
          String access = (isNative ? "With" : "Without") + " native access, ";
          lines.add(access + place + ": " + summary(part));
        }
      }
    }
    lines.addAll(notes(timed));
    if (timed.size() > 2 * SHOWN) {
      lines.add("\nThe worst:\n\n" + HEAD);
      timed.stream()
          .sorted(Comparator.comparingDouble(MatrixStanding::worst))
          .limit(SHOWN)
          .map(MatrixReport::row)
          .forEach(lines::add);
      lines.add("\nAll:");
    }
    lines.add("\n" + HEAD);
    standings.stream().map(MatrixReport::row).forEach(lines::add);
    lines.add(
        "\n÷ is their time divided by ndmap's, of each JVM the median of its laps; spread is the"
            + " fastest JVM's ratio divided by the slowest one's.");
    return String.join("\n", lines);
  }

  private static String summary(List<MatrixStanding> part) {
    double[] medians = part.stream().mapToDouble(MatrixStanding::median).sorted().toArray();
    double[] worst = part.stream().mapToDouble(MatrixStanding::worst).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "%d cells, median %s of numpy (of the worst JVMs %s); at least as fast as numpy: %s (%s)",
        part.size(),
        number(medians[medians.length / 2]),
        number(worst[worst.length / 2]),
        share(part.stream().filter(it -> it.median() >= 1).count(), part.size()),
        share(part.stream().filter(it -> it.worst() >= 1).count(), part.size()));
  }

  private static List<String> notes(List<MatrixStanding> timed) {
    List<MatrixStanding> slow = timed.stream().filter(it -> it.worst() < LEAST).toList();
    if (slow.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%nBelow %s of numpy in the worst JVM: %d of %d cells%n",
            LEAST,
            slow.size(),
            timed.size()));
    lines.add("| cells | their median | what stands in the way |\n|---|---|---|");
    Stream<String> known = MatrixNotes.all().stream().map(MatrixNotes.Note::reason);
    for (String reason : Stream.concat(known, Stream.of(UNKNOWN)).toList()) {
      double[] worst =
          slow.stream()
              .filter(it -> MatrixNotes.of(it.cell()).orElse(UNKNOWN).equals(reason))
              .mapToDouble(MatrixStanding::worst)
              .sorted()
              .toArray();
      if (worst.length > 0) {
        lines.add(
            "| " + worst.length + " | " + number(worst[worst.length / 2]) + " | " + reason + " |");
      }
    }
    return lines;
  }

  private static String share(long some, int all) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * some / all);
  }

  private static String row(MatrixStanding standing) {
    List<MatrixSample> samples = standing.samples();
    String access = standing.isNative() ? "yes" : "no";
    if (standing.failure().isPresent()) {
      return "| "
          + standing.cell()
          + " | "
          + access
          + " | FAILED: "
          + standing.failure().get()
          + " |";
    }
    return "| "
        + String.join(
            " | ",
            standing.cell(),
            access,
            Integer.toString(samples.size()),
            time(samples.stream().mapToDouble(MatrixSample::ndmap).toArray()),
            time(samples.stream().mapToDouble(MatrixSample::numpy).toArray()),
            number(standing.median()),
            number(standing.worst()),
            number(standing.spread()),
            Quantity.number(standing.worstToC()))
        + " |";
  }

  private static String time(double... nanos) {
    Arrays.sort(nanos);
    return Quantity.time(OptionalDouble.of(nanos[nanos.length / 2]));
  }

  private static String number(double value) {
    return Quantity.number(OptionalDouble.of(value));
  }
}
