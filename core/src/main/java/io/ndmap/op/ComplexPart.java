package io.ndmap.op;

/// Real numbers that describe a complex number.
public enum ComplexPart {
  /// Its modulus; NaN if one of its parts is NaN.
  MAGNITUDE,
  /// Its real part.
  REAL,
  /// Its imaginary part.
  IMAG,
  /// Its angle, from -π to π, as `Math.atan2` computes it.
  PHASE
}
