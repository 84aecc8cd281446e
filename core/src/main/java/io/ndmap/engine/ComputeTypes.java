package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;

/// Compute types: the scalar types in which loops compute. If the compute type is wider than the
/// type of the results, the results are truncated to their low bits, or rounded.
public final class ComputeTypes {

  private ComputeTypes() {}

  /// Returns the compute type in which numbers of a scalar type are ordered, compared and added:
  /// `UINT8` for booleans, `FLOAT32` for narrower floats, else the type itself.
  public static ScalarKind of(ScalarKind kind) {
    return kind == ScalarKind.BOOL ? ScalarKind.UINT8 : kind.computeType();
  }

  /// Returns the compute type of an operation, given the scalar type of its results.
  public static ScalarKind of(Binary operation, ScalarKind kind) {
    return switch (operation) {
      case POWER, MINIMUM, MAXIMUM, FMIN, FMAX -> inDoubles(kind);
      // The adjacent number depends on the scalar type.
      case NEXTAFTER -> kind;
      default -> of(kind);
    };
  }

  /// Returns the compute type of an operation, given the scalar type of its results. Most functions
  /// of complex numbers are computed in double precision.
  public static ScalarKind of(Unary operation, ScalarKind kind) {
    return switch (operation) {
      case NEGATIVE, RINT, SQUARE, RECIPROCAL -> of(kind);
      // The adjacent number depends on the scalar type.
      case SPACING -> kind;
      default -> inDoubles(kind);
    };
  }

  /// Returns the compute type of a scalar type, but `COMPLEX128` for all complex numbers: the table
  /// of loops has the tests and most functions of complex numbers only for that type.
  public static ScalarKind inDoubles(ScalarKind kind) {
    return kind.isComplex() ? ScalarKind.COMPLEX128 : of(kind);
  }
}
