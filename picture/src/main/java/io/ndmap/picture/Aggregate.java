package io.ndmap.picture;

/// The statistic of a cell's elements that a picture shows.
public enum Aggregate {
  /// The mean of the finite elements.
  MEAN,
  /// The minimum of the finite elements.
  MIN,
  /// The maximum of the finite elements.
  MAX,
  /// The standard deviation of the finite elements.
  STD,
  /// The number of elements that are NaN or NaT.
  COUNT_NAN
}
