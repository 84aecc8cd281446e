package io.ndmap.value;

/// Replaces every NaN by the canonical NaN. The bits of a NaN that an addition returns depend on
/// the compiled code, but results must have the same bits for every number of threads and every
/// kind of memory.
public final class CanonicalNaN {

  private CanonicalNaN() {}

  public static double of(double value) {
    return Double.isNaN(value) ? Double.NaN : value;
  }
}
