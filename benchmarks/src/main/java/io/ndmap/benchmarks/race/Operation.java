package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;
import java.util.List;

/// A row of the race.
///
/// @param name its name in the table and for all contenders
/// @param dtypes the dtype that is read and, after an arrow, the dtype that is written
/// @param files the names of the [RaceFiles] that it needs
/// @param bytes the bytes of the source that are read; written bytes are not counted
/// @param items the number of elements that it processes, if the time per element is of interest,
///   otherwise 0
/// @param repeats the number of runs in a lap, so that a lap is long enough for the clock
/// @param calls the number of repetitions of the work inside of one run
/// @param cold the file whose pages are dropped before each lap, or empty
/// @param bound the maximum relative difference of sums
/// @param numpyShare the share of the work that numpy does, if the whole would take minutes; its
///   time is scaled
/// @param requirements the speeds that ndmap has to reach
record Operation(
    String name,
    String dtypes,
    List<String> files,
    long bytes,
    long items,
    int repeats,
    int calls,
    String cold,
    double bound,
    double numpyShare,
    List<Requirement> requirements) {

  Operation {
    files = List.copyOf(files);
    requirements = List.copyOf(requirements);
  }

  /// Returns a row over large data with one run per lap, whose results must be bit-equal.
  static Operation of(
      String name, String dtypes, long bytes, List<String> files, Requirement... requirements) {
    return new Operation(name, dtypes, files, bytes, 0, 1, 1, "", 0, 1, List.of(requirements));
  }

  /// Returns the clock for this row: always elapsed time for rows with two threads or a cold file,
  /// which the CPU time of one thread does not measure.
  Clock clock(Clock requested) {
    boolean threads =
        requirements.stream().anyMatch(it -> it.than() == Requirement.Than.ONE_THREAD);
    return threads || !cold.isEmpty() ? Clock.WALL : requested;
  }

  /// Returns this row with a tolerance of results.
  Operation within(double relative) {
    return new Operation(
        name,
        dtypes,
        files,
        bytes,
        items,
        repeats,
        calls,
        cold,
        relative,
        numpyShare,
        requirements);
  }

  /// Returns this row with a time per element.
  Operation forEach(long count) {
    return new Operation(
        name, dtypes, files, bytes, count, repeats, calls, cold, bound, numpyShare, requirements);
  }

  /// Returns this row with several runs in a lap.
  Operation repeated(int laps, int inside) {
    return new Operation(
        name, dtypes, files, bytes, items, laps, inside, cold, bound, numpyShare, requirements);
  }

  /// Returns this row on a cold file, of which nothing is in the page cache.
  Operation cold(String file, double share) {
    return new Operation(
        name, dtypes, files, bytes, items, repeats, calls, file, bound, share, requirements);
  }
}
