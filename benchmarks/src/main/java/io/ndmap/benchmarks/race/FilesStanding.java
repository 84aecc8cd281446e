package io.ndmap.benchmarks.race;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The result of a row of the race of files.
///
/// @param row the row
/// @param ndmap nanoseconds: the median of the medians of all JVMs
/// @param worst nanoseconds: the median of the slowest JVM
/// @param numpy nanoseconds: numpy's median
/// @param size of ndmap's file, if it writes one
/// @param numpySize of numpy's
record FilesStanding(
    FilesRow row,
    double ndmap,
    double worst,
    double numpy,
    OptionalLong size,
    OptionalLong numpySize) {

  /// Makes a standing of laps.
  ///
  /// @param row the row
  /// @param laps nanoseconds of each lap, by the names of the contenders; all but numpy are JVMs
  /// @param sizes of what they wrote
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

  /// How many times as fast as numpy ndmap is.
  double ratio() {
    return numpy / ndmap;
  }

  /// How many times as fast the slowest JVM is.
  double worstRatio() {
    return numpy / worst;
  }

  /// Whether the median of the JVMs is as fast as it must be.
  boolean isMet() {
    return ratio() >= row.least();
  }
}
