package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;
import java.util.List;

/// A row of the race.
///
/// @param name by which every contender knows it
/// @param dtypes what is read and, behind an arrow, what is written
/// @param files the data it needs, by the names of [RaceFiles]
/// @param bytes how many bytes of the source are read; what is written beside that is not counted
/// @param items how many elements it handles, where the time of one is of interest, else 0
/// @param repeats how many times a lap does it, so that a lap is long enough for the clock
/// @param calls how many times the work itself is repeated by a contender that does it once
/// @param cold the file whose pages are dropped before each lap, or empty
/// @param bound how far sums may be apart, as a part of themselves
/// @param numpyShare the part of the work that numpy does, where all of it would take minutes; its
///   time is scaled
/// @param requirements what ndmap has to reach
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

  /// A row over large data, done once in a lap, with results that must agree to the bit.
  static Operation of(
      String name, String dtypes, long bytes, List<String> files, Requirement... requirements) {
    return new Operation(name, dtypes, files, bytes, 0, 1, 1, "", 0, 1, List.of(requirements));
  }

  /// The clock for this row: processor time of one thread says nothing of two, nor of a disk.
  Clock clock(Clock requested) {
    boolean threads =
        requirements.stream().anyMatch(it -> it.than() == Requirement.Than.ONE_THREAD);
    return threads || !cold.isEmpty() ? Clock.WALL : requested;
  }

  /// The same with results that may differ a little.
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

  /// The same with a time for each element.
  Operation forEach(long count) {
    return new Operation(
        name, dtypes, files, bytes, count, repeats, calls, cold, bound, numpyShare, requirements);
  }

  /// The same done many times in a lap.
  Operation repeated(int laps, int inside) {
    return new Operation(
        name, dtypes, files, bytes, items, laps, inside, cold, bound, numpyShare, requirements);
  }

  /// The same on a file of which nothing is in memory.
  Operation cold(String file, double share) {
    return new Operation(
        name, dtypes, files, bytes, items, repeats, calls, file, bound, share, requirements);
  }
}
