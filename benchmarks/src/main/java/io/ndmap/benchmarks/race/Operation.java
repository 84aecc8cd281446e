package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;
import java.util.List;

/// A row of the race.
///
/// @param name the name of the row in the table and in requests to contenders
/// @param dtypes the dtype that is read and, after an arrow, the dtype that is written
/// @param files the names of the files in [RaceFiles] that the row reads
/// @param bytes the number of bytes that are read from the source; written bytes are not counted
/// @param items the number of elements that the row processes, if the table shows the time per
///   element, otherwise 0
/// @param repeats the number of runs in a lap, chosen so that the clock can measure a lap
/// @param calls the number of repetitions of the work within one run
/// @param cold the name of the file whose pages are dropped before each lap, or empty
/// @param bound the maximum relative difference between the sums of two contenders
/// @param numpyShare the share of the work that numpy does: 1, or less if the whole work would take
///   numpy minutes; numpy's time is divided by the share
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

  /// Returns the clock for this row: the requested one, but always elapsed time for rows with two
  /// threads or a cold file, because the CPU time of one thread does not include the other thread
  /// or the disk.
  Clock clock(Clock requested) {
    boolean threads =
        requirements.stream().anyMatch(it -> it.than() == Requirement.Than.ONE_THREAD);
    return threads || !cold.isEmpty() ? Clock.WALL : requested;
  }

  /// Returns this row with a tolerance for numeric results, relative to the result.
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

  /// Returns this row with the time per element in the table.
  ///
  /// @param count the number of elements that the row processes
  Operation forEach(long count) {
    return new Operation(
        name, dtypes, files, bytes, count, repeats, calls, cold, bound, numpyShare, requirements);
  }

  /// Returns this row with several runs in a lap.
  ///
  /// @param laps the number of runs in a lap
  /// @param inside the number of repetitions of the work within one run
  Operation repeated(int laps, int inside) {
    return new Operation(
        name, dtypes, files, bytes, items, laps, inside, cold, bound, numpyShare, requirements);
  }

  /// Returns this row with a cold file: its pages are dropped from the page cache before each lap.
  ///
  /// @param file the name of the file
  /// @param share the share of the work that numpy does
  Operation cold(String file, double share) {
    return new Operation(
        name, dtypes, files, bytes, items, repeats, calls, file, bound, share, requirements);
  }
}
