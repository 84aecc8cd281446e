package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;

/// Compute types: the scalar types in whose loops elements are computed. If the compute type is
/// wider, results are truncated to their low bits, or rounded.
public final class ComputeTypes {

  private ComputeTypes() {}

  /// Returns the compute type whose loops order, compare and add numbers of a scalar type exactly.
  public static ScalarKind of(ScalarKind kind) {
    return kind == ScalarKind.BOOL ? ScalarKind.UINT8 : kind.computeType();
  }

  /// Returns the compute type for results of a scalar type.
  public static ScalarKind of(Binary operation, ScalarKind kind) {
    return switch (operation) {
      case POWER, MINIMUM, MAXIMUM, FMIN, FMAX -> inDoubles(kind);
      // The adjacent number depends on the scalar type.
      case NEXTAFTER -> kind;
      default -> of(kind);
    };
  }

  /// Returns the compute type for results of a scalar type; most functions of complex numbers are
  /// computed in double precision.
  public static ScalarKind of(Unary operation, ScalarKind kind) {
    return switch (operation) {
      case NEGATIVE, RINT, SQUARE, RECIPROCAL -> of(kind);
      // The adjacent number depends on the scalar type.
      case SPACING -> kind;
      default -> inDoubles(kind);
    };
  }

  /// Returns the compute type of numbers, with double precision for complex numbers: only that has
  /// rows for tests.
  public static ScalarKind inDoubles(ScalarKind kind) {
    return kind.isComplex() ? ScalarKind.COMPLEX128 : of(kind);
  }
}
