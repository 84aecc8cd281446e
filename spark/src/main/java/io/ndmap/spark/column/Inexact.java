package io.ndmap.spark.column;

/// The treatment of values for which Spark has no exact type.
public enum Inexact {
  /// An exception.
  ERROR,
  /// The nearest value that Spark has, null for times beyond its range.
  NEAREST,
  /// The item's bytes as they are in the file, for dtypes with such values.
  BINARY
}
