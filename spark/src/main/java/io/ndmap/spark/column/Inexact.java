package io.ndmap.spark.column;

/// The treatment of values for which Spark has no exact type.
public enum Inexact {
  /// Throw an exception.
  ERROR,
  /// Use a value close to it: the nearest double for a long double, the next lower microsecond for
  /// a finer time, null for a time outside Spark's range, U+FFFD for a unit of text that is not a
  /// character.
  NEAREST,
  /// Read all long doubles and all times in units below microseconds as binary: the bytes of the
  /// file. Throw an exception for other such values.
  BINARY
}
