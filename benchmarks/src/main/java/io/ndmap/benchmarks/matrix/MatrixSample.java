package io.ndmap.benchmarks.matrix;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// The times of a cell in one JVM. Each sample is a line in a file of results.
///
/// @param cell the name of the cell
/// @param isNative whether the JVM had native access
/// @param jvm the number of the JVM, from 1
/// @param ndmap ndmap's time in nanoseconds
/// @param numpy numpy's time in nanoseconds, from laps that took turns with ndmap's
/// @param c C's time in nanoseconds, or NaN if C takes no part
/// @param failure the reason why there are no times, or empty
record MatrixSample(
    String cell, boolean isNative, int jvm, double ndmap, double numpy, double c, String failure) {

  private static final int FIELDS = 7;

  /// The maximum number of JVMs for a cell.
  static final int MOST = 5;

  private static final int LEAST = 2;

  /// If the first JVM reaches at least this multiple of numpy's speed, two JVMs are enough: in
  /// further JVMs, ndmap would hardly be slower than numpy.
  private static final double SAFE = 1.3;

  /// Returns a sample without times, for a cell that failed.
  static MatrixSample failed(String cell, boolean isNative, int jvm, Exception why) {
    return new MatrixSample(
        cell,
        isNative,
        jvm,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        Objects.toString(why.getMessage()).replaceAll("\\s+", " "));
  }

  /// Returns numpy's time divided by ndmap's.
  double ratio() {
    return numpy / ndmap;
  }

  /// Returns C's time divided by ndmap's.
  double ratioToC() {
    return c / ndmap;
  }

  /// Returns whether there are times.
  boolean isTimed() {
    return failure.isEmpty();
  }

  /// Returns whether a JVM has to run a cell. Two JVMs run each cell. Further JVMs, up to five in
  /// all, run the cells in which the first JVM was less than 1.3 times as fast as numpy. A cell
  /// that has failed is not run again.
  ///
  /// @param jvm the number of the JVM, from 1
  /// @param before the existing samples of the cell
  static boolean isDue(int jvm, List<MatrixSample> before) {
    return before.stream().noneMatch(it -> it.jvm == jvm || !it.isTimed())
        && (jvm <= LEAST || before.stream().anyMatch(it -> it.jvm == 1 && it.ratio() < SAFE));
  }

  /// Parses a line.
  ///
  /// @param line a line in the format of [#line()]
  /// @throws IllegalArgumentException if the line is not a sample
  static MatrixSample parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("not a result: '" + line + "'");
    }
    return new MatrixSample(
        fields[0],
        fields[1].equals("yes"),
        Integer.parseInt(fields[2]),
        Double.parseDouble(fields[3]),
        Double.parseDouble(fields[4]),
        Double.parseDouble(fields[5]),
        fields[6]);
  }

  /// Returns the sample as a line of a file.
  String line() {
    return String.format(
        Locale.ROOT,
        "%s\t%s\t%d\t%.1f\t%.1f\t%.1f\t%s",
        cell,
        isNative ? "yes" : "no",
        jvm,
        ndmap,
        numpy,
        c,
        failure);
  }
}
