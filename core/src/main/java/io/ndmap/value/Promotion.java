package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;

/// The common type of two scalar types, `numpy.result_type`.
public final class Promotion {

  private Promotion() {}

  /// The type to which NumPy promotes both.
  public static ScalarKind of(ScalarKind a, ScalarKind b) {
    if (a == b || b == ScalarKind.BOOL) {
      return a;
    }
    if (a == ScalarKind.BOOL) {
      return b;
    }
    if (a.isComplex() || b.isComplex()) {
      return complex(of(a.part(), b.part()));
    }
    if (a.isFloat() || b.isFloat()) {
      return ofFloats(a, b);
    }
    if (a.isUnsigned() == b.isUnsigned()) {
      return larger(a, b);
    }
    ScalarKind signed = a.isUnsigned() ? b : a;
    ScalarKind unsigned = a.isUnsigned() ? a : b;
    return larger(
        signed,
        switch (unsigned) {
          case UINT8 -> ScalarKind.INT16;
          case UINT16 -> ScalarKind.INT32;
          case UINT32 -> ScalarKind.INT64;
          default -> ScalarKind.FLOAT64;
        });
  }

  /// The type of an operation between elements and a number, which counts as a Python scalar as in
  /// NEP 50. The number does not widen the type of the elements, with two exceptions: integers and
  /// booleans become `f8` with a floating-point number, and booleans become `i8` with an integer.
  ///
  /// @param number a result of [PythonNumber#of]
  public static ScalarKind with(ScalarKind items, Number number) {
    boolean floating = number instanceof Double;
    if (floating && !items.isInexact()) {
      return ScalarKind.FLOAT64;
    }
    return items == ScalarKind.BOOL ? ScalarKind.INT64 : items;
  }

  /// Promotes two types of which one is floating-point. An integer or boolean of one byte is
  /// promoted to the type of a narrow float. Two different narrow floats become `f4`, because
  /// neither represents all numbers of the other. (Where `ml_dtypes` defines no common type, its
  /// rule for `float8_e5m2` is used.)
  private static ScalarKind ofFloats(ScalarKind a, ScalarKind b) {
    ScalarKind first = floating(a, b);
    ScalarKind second = floating(b, a);
    return first != second && first.isNarrow() && second.isNarrow()
        ? ScalarKind.FLOAT32
        : larger(first, second);
  }

  private static ScalarKind floating(ScalarKind kind, ScalarKind other) {
    return other.isNarrow() && kind.itemsize() == 1 && !kind.isFloat() ? other : floating(kind);
  }

  private static ScalarKind larger(ScalarKind a, ScalarKind b) {
    if (a.isFloat() != b.isFloat()) {
      return a.isFloat() ? a : b;
    }
    return a.itemsize() >= b.itemsize() ? a : b;
  }

  /// The smallest floating-point type of NumPy that represents the numbers of a type: exactly,
  /// except for 64-bit integers. A floating-point or complex type is returned unchanged.
  public static ScalarKind floating(ScalarKind kind) {
    if (kind.isInexact()) {
      return kind;
    }
    return switch (kind.itemsize()) {
      case 1 -> ScalarKind.FLOAT16;
      case 2 -> ScalarKind.FLOAT32;
      default -> ScalarKind.FLOAT64;
    };
  }

  private static ScalarKind complex(ScalarKind part) {
    return switch (part) {
      case LONGDOUBLE -> ScalarKind.CLONGDOUBLE;
      case FLOAT64 -> ScalarKind.COMPLEX128;
      default -> ScalarKind.COMPLEX64;
    };
  }
}
