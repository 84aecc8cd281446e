package io.ndmap.loop.plain;

import io.ndmap.loop.plain.PlainRow.FloatPairs;
import io.ndmap.loop.plain.PlainRow.PairTest;
import io.ndmap.loop.plain.PlainRow.PairToReal;
import io.ndmap.loop.plain.PlainRow.Pairs;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;

/// The table of operations on complex numbers, with the roundings of NumPy on x86-64; but for sums
/// and the like, which are those of the parts.
///
/// Quotients are Smith's, which do not overflow: the smaller part of the divisor in terms of the
/// larger.
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
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Unary unary) {
      return switch (unary) {
        case SQRT -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.sqrt(a, b, z, k);
        case EXP -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.exp(a, b, z, k);
        case LOG -> (Pairs) (a, b, _, _, z, k) -> ComplexFunctions.log(a, b, z, k);
        case ABSOLUTE -> (PairToReal) StrictMath::hypot;
        default -> throw new AssertionError(operation);
      };
    }
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case EQUAL -> (PairTest) (a, b, c, d) -> a == c && b == d;
        case NOT_EQUAL -> (PairTest) (a, b, c, d) -> a != c || b != d;
        case LESS -> (PairTest) (a, b, c, d) -> less(a, b, c, d) || (a == c && b < d);
        case LESS_EQUAL -> (PairTest) (a, b, c, d) -> less(a, b, c, d) || (a == c && b <= d);
        default -> throw new AssertionError(operation);
      };
    }
    throw new AssertionError(operation);
  }

  /// By their real parts. As in NumPy, numbers with different real parts have an order only if
  /// neither imaginary part is NaN.
  private static boolean less(double a, double b, double c, double d) {
    return a < c && !Double.isNaN(b) && !Double.isNaN(d);
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
