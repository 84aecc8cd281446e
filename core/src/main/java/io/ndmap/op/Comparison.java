package io.ndmap.op;

/// Comparisons of two numbers. As in IEEE 754 and NumPy, a NaN differs from everything, and is
/// neither less than, equal to nor greater than anything.
public enum Comparison {
  /// `a < b`.
  LESS,
  /// `a <= b`.
  LESS_EQUAL,
  /// `a == b`.
  EQUAL,
  /// `a != b`.
  NOT_EQUAL,
  /// `a >= b`.
  GREATER_EQUAL,
  /// `a > b`.
  GREATER
}
