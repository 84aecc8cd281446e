package io.ndmap.layout;

/// In which order the items of an array stand in memory.
public enum Order {
  /// The last axis varies fastest, as in C.
  C,
  /// The first axis varies fastest, as in Fortran.
  F
}
