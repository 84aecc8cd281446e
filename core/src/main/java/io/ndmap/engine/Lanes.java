package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;

/// The kind of numbers in whose loop others are computed: of results in a wider one the low bits,
/// or the leading digits, count.
public final class Lanes {

  private Lanes() {}

  /// The kind whose loops order, compare, add, and so on, numbers of another exactly.
  public static ScalarKind of(ScalarKind kind) {
    return switch (kind) {
      case BOOL -> ScalarKind.UINT8;
      case FLOAT16, BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 -> ScalarKind.FLOAT32;
      default -> kind;
    };
  }

  /// The lane of results of a kind.
  public static ScalarKind of(Binary operation, ScalarKind kind) {
    return switch (operation) {
      case POWER, MINIMUM, MAXIMUM, FMIN, FMAX -> inDoubles(kind);
      // The next number depends on the kind.
      case NEXTAFTER -> kind;
      default -> of(kind);
    };
  }

  /// The same; of complex numbers most functions are computed in double precision.
  public static ScalarKind of(Unary operation, ScalarKind kind) {
    return switch (operation) {
      case NEGATIVE, RINT, SQUARE, RECIPROCAL -> of(kind);
      // The next number depends on the kind.
      case SPACING -> kind;
      default -> inDoubles(kind);
    };
  }

  /// The lane of numbers, of complex ones in double precision: they have rows for tests there
  /// alone.
  public static ScalarKind inDoubles(ScalarKind kind) {
    return kind.isComplex() ? ScalarKind.COMPLEX128 : of(kind);
  }
}
