package io.ndmap.benchmarks.race;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// The result of a row.
///
/// @param operation the row
/// @param nanos the median time in nanoseconds for one run of the whole work, by the name of the
///   contender
record Standing(Operation operation, Map<String, Double> nanos) {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double GIGA = 1e9;

  Standing {
    nanos = Map.copyOf(nanos);
  }

  /// Computes the standing from laps.
  ///
  /// @param operation the row
  /// @param laps the nanoseconds of each lap, by contender
  /// @return the medians, for one run of the whole work
  static Standing of(Operation operation, Map<String, long[]> laps) {
    Map<String, Double> nanos = new TreeMap<>();
    laps.forEach(
        (name, times) -> {
          double share = name.equals("numpy") ? operation.numpyShare() : 1;
          double runs = (double) operation.repeats() * operation.calls();
          nanos.put(name, median(times) / runs / share);
        });
    return new Standing(operation, nanos);
  }

  /// Returns the median.
  ///
  /// @param values at least one
  /// @return the middle value; the mean of the middle two if the number of values is even
  static double median(long... values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : ((double) sorted[middle - 1] + sorted[middle]) / 2;
  }

  /// Returns the time of a contender.
  ///
  /// @param contender the name of the contender
  /// @return nanoseconds, or empty if the contender took no part
  OptionalDouble nanos(String contender) {
    Double found = nanos.get(contender);
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
  }

  /// Returns the speed of a contender relative to another one.
  ///
  /// @param other the name of the other contender
  /// @param contender the name of the contender
  /// @return the time of `other` divided by the time of `contender`, or empty if one of them took
  ///   no part
  OptionalDouble ratio(String other, String contender) {
    OptionalDouble theirs = nanos(other);
    OptionalDouble ours = nanos(contender);
    return theirs.isPresent() && ours.isPresent()
        ? OptionalDouble.of(theirs.getAsDouble() / ours.getAsDouble())
        : OptionalDouble.empty();
  }

  /// Returns the speed at which a contender read the source.
  ///
  /// @param contender the name of the contender
  /// @return 10⁹ bytes per second, or empty if the contender took no part or no bytes are read
  OptionalDouble gigabytesPerSecond(String contender) {
    OptionalDouble time = nanos(contender);
    return time.isPresent() && operation.bytes() > 0
        ? OptionalDouble.of(operation.bytes() / GIGA / (time.getAsDouble() / NANOS_PER_SECOND))
        : OptionalDouble.empty();
  }

  /// Returns whether ndmap meets all requirements of the row. A requirement relative to a contender
  /// that took no part is ignored, as are all requirements if ndmap took no part.
  ///
  /// @return false if a requirement was missed
  boolean isMet() {
    OptionalDouble ours = nanos("ndmap");
    return ours.isEmpty()
        || operation.requirements().stream()
            .allMatch(
                requirement -> {
                  OptionalDouble theirs =
                      requirement.than() == Requirement.Than.CLOCK
                          ? OptionalDouble.of(0)
                          : nanos(requirement.than().contender());
                  return theirs.isEmpty()
                      || requirement.isMet(ours.getAsDouble(), theirs.getAsDouble());
                });
  }
}
