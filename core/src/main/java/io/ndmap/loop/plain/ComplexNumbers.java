package io.ndmap.loop.plain;

import io.ndmap.loop.plain.PlainTemplateData.FloatPairs;
import io.ndmap.loop.plain.PlainTemplateData.PairTest;
import io.ndmap.loop.plain.PlainTemplateData.PairToReal;
import io.ndmap.loop.plain.PlainTemplateData.Pairs;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;

/// The table of operations on complex numbers, with the roundings of NumPy on x86-64. Sums and
/// other operations that are computed separately for each part are not included.
///
/// Quotients use Smith's method, which avoids squares that would overflow: it divides the smaller
/// part of the divisor by the larger part.
final class ComplexNumbers {

  private ComplexNumbers() {}

  static Object ofFloats(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case TIMES ->
            (FloatPairs)
                (a, b, c, d, z, k) -> {
                  z[k] = Math.fma(a, c, -(b * d));
                  z[k + 1] = Math.fma(a, d, b * c);
                };
        case DIVIDED_BY -> (FloatPairs) ComplexNumbers::divide;
        default -> throw new AssertionError(operation);
      };
    }
    if (operation == Unary.RECIPROCAL) {
      return (FloatPairs) (a, b, _, _, z, k) -> reciprocal(a, b, z, k);
    }
    throw new AssertionError(operation);
  }

  static Object ofDoubles(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case TIMES ->
            (Pairs)
                (a, b, c, d, z, k) -> {
                  z[k] = Math.fma(a, c, -(b * d));
                  z[k + 1] = Math.fma(a, d, b * c);
                };
        case DIVIDED_BY -> (Pairs) ComplexFunctions::divide;
        case POWER -> (Pairs) ComplexFunctions::power;
        case MINIMUM -> choice((a, b, c, d) -> isNaN(a, b) || lessEqual(a, b, c, d));
        case MAXIMUM -> choice((a, b, c, d) -> isNaN(a, b) || lessEqual(c, d, a, b));
        case FMIN -> choice((a, b, c, d) -> isNaN(c, d) || lessEqual(a, b, c, d));
        case FMAX -> choice((a, b, c, d) -> isNaN(c, d) || lessEqual(c, d, a, b));
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case SQRT -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.sqrt(a, b, z, k);
        case EXP -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.exp(a, b, z, k);
        case EXP2 -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.exp2(a, b, z, k);
        case EXPM1 -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.expm1(a, b, z, k);
        case LOG -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.log(a, b, z, k);
        case LOG2 -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.log2(a, b, z, k);
        case LOG10 -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.log10(a, b, z, k);
        case LOG1P -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.log1p(a, b, z, k);
        case SIGN -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.sign(a, b, z, k);
        case RECIPROCAL -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.reciprocal(a, b, z, k);
        case SIN -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.sin(a, b, z, k);
        case COS -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.cos(a, b, z, k);
        case TAN -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.tan(a, b, z, k);
        case ARCSIN -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.asin(a, b, z, k);
        case ARCCOS -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.acos(a, b, z, k);
        case ARCTAN -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.atan(a, b, z, k);
        case SINH -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.sinh(a, b, z, k);
        case COSH -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.cosh(a, b, z, k);
        case TANH -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.tanh(a, b, z, k);
        case ARCSINH -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.asinh(a, b, z, k);
        case ARCCOSH -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.acosh(a, b, z, k);
        case ARCTANH -> (Pairs) (a, b, _, _, z, k) -> ComplexHyperbolics.atanh(a, b, z, k);
        case CONJUGATE -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.set(a, -b, z, k);
        case ABSOLUTE -> (PairToReal) StrictMath::hypot;
        case IS_NAN -> (PairTest) (a, b, _, _) -> isNaN(a, b);
        case IS_FINITE -> (PairTest) (a, b, _, _) -> Double.isFinite(a) && Double.isFinite(b);
        case IS_INFINITE -> (PairTest) (a, b, _, _) -> Double.isInfinite(a) || Double.isInfinite(b);
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case EQUAL -> (PairTest) (a, b, c, d) -> a == c && b == d;
        case NOT_EQUAL -> (PairTest) (a, b, c, d) -> a != c || b != d;
        case LESS -> (PairTest) (a, b, c, d) -> less(a, b, c, d) || (a == c && b < d);
        case LESS_EQUAL -> (PairTest) (a, b, c, d) -> lessEqual(a, b, c, d);
        default -> throw new AssertionError(operation);
      };
    }
    throw new AssertionError(operation);
  }

  /// Compares by real parts first. As in NumPy, numbers with different real parts are ordered only
  /// if neither imaginary part is NaN.
  private static boolean less(double a, double b, double c, double d) {
    return a < c && !Double.isNaN(b) && !Double.isNaN(d);
  }

  private static boolean lessEqual(double a, double b, double c, double d) {
    return less(a, b, c, d) || (a == c && b <= d);
  }

  private static boolean isNaN(double a, double b) {
    return Double.isNaN(a) || Double.isNaN(b);
  }

  /// Returns an operation that selects the first operand if a test holds, else the second operand.
  private static Pairs choice(PairTest isFirst) {
    return (a, b, c, d, z, k) -> {
      boolean first = isFirst.of(a, b, c, d);
      ComplexFunctions.set(first ? a : c, first ? b : d, z, k);
    };
  }

  private static void reciprocal(float a, float b, float[] z, int k) {
    boolean isReal = Math.abs(b) <= Math.abs(a);
    float ratio = isReal ? b / a : a / b;
    float divisor = isReal ? a + b * ratio : a * ratio + b;
    z[k] = (isReal ? 1 : ratio) / divisor;
    z[k + 1] = -(isReal ? ratio : 1) / divisor;
  }

  private static void divide(float a, float b, float c, float d, float[] z, int k) {
    if (Math.abs(c) >= Math.abs(d)) {
      boolean zero = c == 0 && d == 0;
      float ratio = zero ? 0 : d / c;
      float scale = zero ? 0 : 1.0f / (c + d * ratio);
      z[k] = zero ? a / Math.abs(c) : (a + b * ratio) * scale;
      z[k + 1] = zero ? b / Math.abs(c) : (b - a * ratio) * scale;
    } else {
      float ratio = c / d;
      float scale = 1.0f / (d + c * ratio);
      z[k] = (a * ratio + b) * scale;
      z[k + 1] = (b * ratio - a) * scale;
    }
  }
}
