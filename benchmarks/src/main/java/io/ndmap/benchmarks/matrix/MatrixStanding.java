package io.ndmap.benchmarks.matrix;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The result of a cell in all its JVMs.
///
/// @param cell its name
/// @param isNative whether they had native access
/// @param samples of each JVM, at least one
record MatrixStanding(String cell, boolean isNative, List<MatrixSample> samples) {

  MatrixStanding {
    samples = samples.stream().sorted(Comparator.comparingInt(MatrixSample::jvm)).toList();
  }

  /// Why there are no times.
  Optional<String> failure() {
    return samples.stream().map(MatrixSample::failure).filter(it -> !it.isEmpty()).findFirst();
  }

  /// How many times as fast as numpy the median JVM is.
  double median() {
    double[] sorted = samples.stream().mapToDouble(MatrixSample::ratio).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /// How many times as fast as numpy the slowest JVM is.
  double worst() {
    return samples.stream().mapToDouble(MatrixSample::ratio).min().orElseThrow();
  }

  /// How many times as fast as the slowest JVM the fastest one is.
  double spread() {
    return samples.stream().mapToDouble(MatrixSample::ratio).max().orElseThrow() / worst();
  }

  /// How many times as fast as C ndmap is, in the JVM that does worst.
  OptionalDouble worstToC() {
    return samples.stream()
        .mapToDouble(MatrixSample::ratioToC)
        .filter(it -> !Double.isNaN(it))
        .min();
  }
}
