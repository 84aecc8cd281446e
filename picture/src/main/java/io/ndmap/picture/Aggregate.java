package io.ndmap.picture;

/// The statistic of its elements that a cell of a picture shows.
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
