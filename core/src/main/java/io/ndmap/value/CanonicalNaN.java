package io.ndmap.value;

/// One NaN for all: which of several an addition hands on depends on what the compiler made of it,
/// and results shall have the same bits for every number of threads and wherever the memory is.
public final class CanonicalNaN {

  private CanonicalNaN() {}

  public static double of(double value) {
    return Double.isNaN(value) ? Double.NaN : value;
  }
}
