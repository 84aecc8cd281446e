package io.ndmap.op;

/// Where among equal items a value belongs.
public enum Side {
  /// Before all of them.
  LEFT,
  /// Behind all of them.
  RIGHT
}
