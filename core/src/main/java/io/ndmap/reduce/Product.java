package io.ndmap.reduce;

/// A fold that computes the product of real numbers in double precision.
public interface Product {

  /// 1 of nothing.
  double product();
}
