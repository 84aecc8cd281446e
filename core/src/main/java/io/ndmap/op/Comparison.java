package io.ndmap.op;

/// A comparison of two numbers. As in IEEE 754 and NumPy, a NaN is different from everything, and
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
