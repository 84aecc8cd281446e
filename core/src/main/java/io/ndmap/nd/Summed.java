package io.ndmap.nd;

/// A fold that tells sum and mean of real numbers in double precision.
interface Summed {

  double sum();

  /// NaN of nothing.
  double mean();
}
