package io.ndmap.op;

/// The side of equal items on which a value belongs.
public enum Side {
  /// Before all of them.
  LEFT,
  /// Behind all of them.
  RIGHT
}
