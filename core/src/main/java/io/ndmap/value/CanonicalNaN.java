package io.ndmap.value;

/// Replaces every NaN by one: which NaN an addition returns depends on the compiled code, and
/// results must have the same bits for every number of threads and wherever the memory is.
public final class CanonicalNaN {

  private CanonicalNaN() {}

  public static double of(double value) {
    return Double.isNaN(value) ? Double.NaN : value;
  }
}
