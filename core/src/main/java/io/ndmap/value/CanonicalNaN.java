package io.ndmap.value;

/// Replaces every NaN by a canonical one: the NaN that an addition returns depends on the compiled
/// code, but results must have the same bits for every number of threads and wherever the memory
/// is.
public final class CanonicalNaN {

  private CanonicalNaN() {}

  public static double of(double value) {
    return Double.isNaN(value) ? Double.NaN : value;
  }
}
