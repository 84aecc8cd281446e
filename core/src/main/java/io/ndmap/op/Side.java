package io.ndmap.op;

/// The side of equal elements on which a value is inserted.
public enum Side {
  /// Before all of them.
  LEFT,
  /// After all of them.
  RIGHT
}
