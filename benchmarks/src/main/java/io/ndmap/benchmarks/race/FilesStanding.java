package io.ndmap.benchmarks.race;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The result of a row of the race of files.
///
/// @param row the row
/// @param ndmap the median of the medians of all JVMs, in nanoseconds
/// @param worst the median of the slowest JVM, in nanoseconds
/// @param numpy numpy's median, in nanoseconds
/// @param size the size in bytes of the file that ndmap writes, or empty if the row writes none
/// @param numpySize the size in bytes of the file that numpy writes, or empty if the row writes
///   none
record FilesStanding(
    FilesRow row,
    double ndmap,
    double worst,
    double numpy,
    OptionalLong size,
    OptionalLong numpySize) {

  /// Computes the standing from laps.
  ///
  /// @param row the row
  /// @param laps the nanoseconds of each lap, by the name of the contender; all contenders except
  ///   numpy are JVMs
  /// @param sizes the sizes in bytes of the written files, by the name of the contender
  static FilesStanding of(FilesRow row, Map<String, long[]> laps, Map<String, Long> sizes) {
    Map<String, long[]> jvms = new TreeMap<>(laps);
    long[] numpy = Objects.requireNonNull(jvms.remove("numpy"));
    long[] medians = jvms.values().stream().mapToLong(it -> (long) Standing.median(it)).toArray();
    return new FilesStanding(
        row,
        Standing.median(medians),
        Arrays.stream(medians).max().orElseThrow(),
        Standing.median(numpy),
        size(sizes, jvms.keySet().iterator().next()),
        size(sizes, "numpy"));
  }

  private static OptionalLong size(Map<String, Long> sizes, String name) {
    Long size = sizes.get(name);
    return size == null ? OptionalLong.empty() : OptionalLong.of(size);
  }

  /// Returns numpy's time divided by ndmap's.
  double ratio() {
    return numpy / ndmap;
  }

  /// Returns numpy's time divided by that of the slowest JVM.
  double worstRatio() {
    return numpy / worst;
  }

  /// Returns whether the median of the JVMs meets the requirement.
  boolean isMet() {
    return ratio() >= row.least();
  }
}
