package io.ndmap.op;

/// Real numbers that describe a complex number.
public enum ComplexPart {
  /// The modulus; NaN if the real or imaginary part is NaN.
  MAGNITUDE,
  /// The real part.
  REAL,
  /// The imaginary part.
  IMAG,
  /// The angle, from -π to π, as `Math.atan2` computes it.
  PHASE
}
