package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;

/// The Java type that loops over a [Block] compute a kind of number in.
enum Lane {
  /// Booleans as 0 and 1, integers of up to 32 bits; of results only the low bits count.
  INT,
  /// Integers of 64 bits, and times.
  LONG,
  /// `f4`, and `f2`, which is rounded after each step.
  FLOAT,
  /// `f8`.
  DOUBLE;

  /// @throws AssertionError if the kind is complex or a long double
  static Lane of(ScalarKind kind) {
    return switch (kind) {
      case BOOL, INT8, INT16, INT32, UINT8, UINT16, UINT32 -> INT;
      case INT64, UINT64 -> LONG;
      case FLOAT16, FLOAT32 -> FLOAT;
      case FLOAT64 -> DOUBLE;
      default -> throw new AssertionError(kind);
    };
  }
}
