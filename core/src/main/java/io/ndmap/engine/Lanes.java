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
      case FLOAT16 -> ScalarKind.FLOAT32;
      default -> kind;
    };
  }

  /// The lane of results of a kind.
  public static ScalarKind of(Binary operation, ScalarKind kind) {
    return kind == ScalarKind.COMPLEX64 && operation == Binary.POWER
        ? ScalarKind.COMPLEX128
        : of(kind);
  }

  /// The same; of complex numbers functions are computed in double precision.
  public static ScalarKind of(Unary operation, ScalarKind kind) {
    return switch (operation) {
      case ABSOLUTE, SQRT, EXP, LOG -> kind.isComplex() ? ScalarKind.COMPLEX128 : of(kind);
      default -> of(kind);
    };
  }
}
