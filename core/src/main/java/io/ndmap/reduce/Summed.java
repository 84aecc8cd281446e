package io.ndmap.reduce;

/// A fold that computes sum and mean of real numbers in double precision.
public interface Summed {

  double sum();

  /// NaN of nothing.
  double mean();
}
