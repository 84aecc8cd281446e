package io.ndmap.op;

/// The side of equal elements on which a value is inserted.
public enum Side {
  /// Before all equal elements.
  LEFT,
  /// After all equal elements.
  RIGHT
}
