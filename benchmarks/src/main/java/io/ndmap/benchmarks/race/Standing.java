package io.ndmap.benchmarks.race;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// The result of a row.
///
/// @param operation the row
/// @param nanos the median of what each contender took for the work done once, by their names
record Standing(Operation operation, Map<String, Double> nanos) {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double GIGA = 1e9;

  Standing {
    nanos = Map.copyOf(nanos);
  }

  /// Makes a standing of laps.
  ///
  /// @param operation the row
  /// @param laps nanoseconds of each lap, by the names of the contenders
  /// @return the medians, for the work done once and whole
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

  /// The median.
  ///
  /// @param values at least one
  /// @return the middle one in size, the mean of the middle two if their number is even
  static double median(long... values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : ((double) sorted[middle - 1] + sorted[middle]) / 2;
  }

  /// The times of a contender.
  ///
  /// @param contender its name
  /// @return nanoseconds, or nothing if it took no part
  OptionalDouble nanos(String contender) {
    Double found = nanos.get(contender);
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
  }

  /// How many times as fast a contender is as another.
  ///
  /// @param other the other's name
  /// @param contender its name
  /// @return the other's time divided by this one's, or nothing if one of them took no part
  OptionalDouble ratio(String other, String contender) {
    OptionalDouble theirs = nanos(other);
    OptionalDouble ours = nanos(contender);
    return theirs.isPresent() && ours.isPresent()
        ? OptionalDouble.of(theirs.getAsDouble() / ours.getAsDouble())
        : OptionalDouble.empty();
  }

  /// The speed at which a contender read the source.
  ///
  /// @param contender its name
  /// @return 10⁹ bytes a second, or nothing if it took no part or no bytes are read
  OptionalDouble gigabytesPerSecond(String contender) {
    OptionalDouble time = nanos(contender);
    return time.isPresent() && operation.bytes() > 0
        ? OptionalDouble.of(operation.bytes() / GIGA / (time.getAsDouble() / NANOS_PER_SECOND))
        : OptionalDouble.empty();
  }

  /// Whether ndmap reached what it has to; who took no part is of no account.
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
