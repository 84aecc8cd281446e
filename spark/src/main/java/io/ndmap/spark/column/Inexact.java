package io.ndmap.spark.column;

/// The treatment of values for which Spark has no exact type.
public enum Inexact {
  /// Throw an exception.
  ERROR,
  /// Use the nearest value that Spark has, or null for times outside its range.
  NEAREST,
  /// Read all elements of dtypes that have such values as binary: the bytes of the file.
  BINARY
}
