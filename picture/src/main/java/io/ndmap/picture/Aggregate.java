package io.ndmap.picture;

/// What a cell of a picture shows of its items.
public enum Aggregate {
  /// Their mean, without NaN and infinities.
  MEAN,
  /// The least of them, without NaN and infinities.
  MIN,
  /// The largest of them, without NaN and infinities.
  MAX,
  /// Their standard deviation, without NaN and infinities.
  STD,
  /// How many of them are NaN or NaT.
  COUNT_NAN
}
