package io.ndmap.op;

/// The real numbers that describe a complex one.
public enum ComplexPart {
  /// Its distance from 0; NaN if one of its parts is.
  MAGNITUDE,
  /// Its real part.
  REAL,
  /// Its imaginary part.
  IMAG,
  /// Its angle, from -π to π, as `Math.atan2` computes it.
  PHASE
}
