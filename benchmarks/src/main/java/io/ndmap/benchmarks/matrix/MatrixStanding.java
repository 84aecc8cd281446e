package io.ndmap.benchmarks.matrix;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The result of a cell in all JVMs that have run the cell.
///
/// @param cell the name of the cell
/// @param isNative whether the JVMs had native access
/// @param samples the samples of all JVMs, at least one
record MatrixStanding(String cell, boolean isNative, List<MatrixSample> samples) {

  MatrixStanding {
    samples = samples.stream().sorted(Comparator.comparingInt(MatrixSample::jvm)).toList();
  }

  /// Returns the reason why there are no times, or empty.
  Optional<String> failure() {
    return samples.stream().map(MatrixSample::failure).filter(it -> !it.isEmpty()).findFirst();
  }

  /// Returns the speed of the median JVM relative to numpy's.
  double median() {
    double[] sorted = samples.stream().mapToDouble(MatrixSample::ratio).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /// Returns the speed of the slowest JVM relative to numpy's.
  double worst() {
    return samples.stream().mapToDouble(MatrixSample::ratio).min().orElseThrow();
  }

  /// Returns the speed of the fastest JVM relative to that of the slowest.
  double spread() {
    return samples.stream().mapToDouble(MatrixSample::ratio).max().orElseThrow() / worst();
  }

  /// Returns the speed of the slowest JVM relative to C's.
  OptionalDouble worstToC() {
    return samples.stream()
        .mapToDouble(MatrixSample::ratioToC)
        .filter(it -> !Double.isNaN(it))
        .min();
  }
}
