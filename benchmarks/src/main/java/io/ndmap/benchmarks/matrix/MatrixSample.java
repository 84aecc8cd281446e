package io.ndmap.benchmarks.matrix;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// The time of one JVM for a cell, as a line of a file of results.
///
/// @param cell its name
/// @param isNative whether that JVM had native access
/// @param jvm which one, from 1 on
/// @param ndmap nanoseconds
/// @param numpy nanoseconds, at the same time
/// @param c nanoseconds, or NaN where C takes no part
/// @param failure why there are no times, or empty
record MatrixSample(
    String cell, boolean isNative, int jvm, double ndmap, double numpy, double c, String failure) {

  private static final int FIELDS = 7;

  /// The most JVMs.
  static final int MOST = 5;

  private static final int LEAST = 2;

  /// A JVM this much faster than numpy is lucky to be so slow.
  private static final double SAFE = 1.3;

  /// A cell without times.
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

  /// How many times as fast as numpy ndmap is.
  double ratio() {
    return numpy / ndmap;
  }

  /// How many times as fast as C.
  double ratioToC() {
    return c / ndmap;
  }

  /// Whether there are times.
  boolean isTimed() {
    return failure.isEmpty();
  }

  /// Whether a JVM has to run a cell: two do, five where the first is not much faster than numpy.
  ///
  /// @param jvm which one, from 1 on
  /// @param before those of the cell that there are
  static boolean isDue(int jvm, List<MatrixSample> before) {
    return before.stream().noneMatch(it -> it.jvm == jvm || !it.isTimed())
        && (jvm <= LEAST || before.stream().anyMatch(it -> it.jvm == 1 && it.ratio() < SAFE));
  }

  /// Reads a line.
  ///
  /// @param line as [#line()] gives it
  /// @throws IllegalArgumentException if it is none
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

  /// As it stands in a file.
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
