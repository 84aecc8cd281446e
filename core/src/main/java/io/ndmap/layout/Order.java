package io.ndmap.layout;

/// The memory order of an array's elements.
public enum Order {
  /// The last axis varies fastest, as in C.
  C,
  /// The first axis varies fastest, as in Fortran.
  F
}
