package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;

/// The common type of two kinds of numbers, `numpy.result_type`.
public final class Promotion {

  private Promotion() {}

  /// The smallest kind that holds what both hold.
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

  /// With a single number, which does not widen the items: integers with a floating-point number
  /// become `f8`, booleans with an integer `i8`.
  ///
  /// @param number see [PythonNumber]
  public static ScalarKind with(ScalarKind items, Number number) {
    boolean floating = number instanceof Double;
    if (floating && !items.isFloat() && !items.isComplex()) {
      return ScalarKind.FLOAT64;
    }
    return items == ScalarKind.BOOL ? ScalarKind.INT64 : items;
  }

  /// A number of one byte takes the kind of a narrow one beside it; of two narrow kinds none holds
  /// the other. (Where `ml_dtypes` has no common type, it is that which it has for e5m2.)
  private static ScalarKind ofFloats(ScalarKind a, ScalarKind b) {
    ScalarKind first = floating(a, b);
    ScalarKind second = floating(b, a);
    return first != second && first.isNarrow() && second.isNarrow()
        ? ScalarKind.FLOAT32
        : larger(first, second);
  }

  private static ScalarKind floating(ScalarKind kind, ScalarKind beside) {
    return beside.isNarrow() && kind.itemsize() == 1 && !kind.isFloat() ? beside : floating(kind);
  }

  private static ScalarKind larger(ScalarKind a, ScalarKind b) {
    if (a.isFloat() != b.isFloat()) {
      return a.isFloat() ? a : b;
    }
    return a.itemsize() >= b.itemsize() ? a : b;
  }

  /// The smallest floating-point kind of NumPy with every number of a kind but those of 64 bits;
  /// the kind itself if it is one, or complex.
  public static ScalarKind floating(ScalarKind kind) {
    if (kind.isFloat() || kind.isComplex()) {
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
