package io.ndmap.elementwise;

import io.ndmap.op.Binary;

/// Loops over complex numbers, with the roundings of NumPy on x86-64.
///
/// Quotients are Smith's, which do not overflow: the smaller part of the divisor in terms of the
/// larger.
final class ComplexLoops {

  private ComplexLoops() {}

  static Loop ofFloats(Binary operation) {
    return switch (operation) {
      case PLUS, MINUS -> twice(FloatLoops.of(operation));
      case TIMES ->
          (first, second, results, count) -> {
            Run x = first.part(2L * count, Float.BYTES);
            Run y = second.part(2L * count, Float.BYTES);
            Run z = results.target(2L * count, Float.BYTES);
            for (int i = 0; i < 2 * count; i += 2) {
              float a = x.getFloat(i);
              float b = x.getFloat(i + 1);
              float c = y.getFloat(i);
              float d = y.getFloat(i + 1);
              z.set(i, Math.fma(a, c, -(b * d)));
              z.set(i + 1, Math.fma(a, d, b * c));
            }
          };
      case DIVIDED_BY ->
          (first, second, results, count) -> {
            Run x = first.part(2L * count, Float.BYTES);
            Run y = second.part(2L * count, Float.BYTES);
            Run z = results.target(2L * count, Float.BYTES);
            for (int i = 0; i < 2 * count; i += 2) {
              float a = x.getFloat(i);
              float b = x.getFloat(i + 1);
              float c = y.getFloat(i);
              float d = y.getFloat(i + 1);
              if (Math.abs(c) >= Math.abs(d)) {
                boolean zero = c == 0 && d == 0;
                float ratio = zero ? 0 : d / c;
                float scale = zero ? 0 : 1.0f / (c + d * ratio);
                z.set(i, zero ? a / Math.abs(c) : (a + b * ratio) * scale);
                z.set(i + 1, zero ? b / Math.abs(c) : (b - a * ratio) * scale);
              } else {
                float ratio = c / d;
                float scale = 1.0f / (d + c * ratio);
                z.set(i, (a * ratio + b) * scale);
                z.set(i + 1, (b * ratio - a) * scale);
              }
            }
          };
      default -> throw new AssertionError(operation);
    };
  }

  static Loop ofDoubles(Binary operation) {
    return switch (operation) {
      case PLUS, MINUS -> twice(DoubleLoops.of(operation));
      case TIMES ->
          (first, second, results, count) -> {
            Run x = first.part(2L * count, Double.BYTES);
            Run y = second.part(2L * count, Double.BYTES);
            Run z = results.target(2L * count, Double.BYTES);
            for (int i = 0; i < 2 * count; i += 2) {
              double a = x.getDouble(i);
              double b = x.getDouble(i + 1);
              double c = y.getDouble(i);
              double d = y.getDouble(i + 1);
              z.set(i, Math.fma(a, c, -(b * d)));
              z.set(i + 1, Math.fma(a, d, b * c));
            }
          };
      case DIVIDED_BY ->
          (first, second, results, count) -> {
            Run x = first.part(2L * count, Double.BYTES);
            Run y = second.part(2L * count, Double.BYTES);
            Run z = results.target(2L * count, Double.BYTES);
            for (int i = 0; i < 2 * count; i += 2) {
              divide(x.getDouble(i), x.getDouble(i + 1), y.getDouble(i), y.getDouble(i + 1), z, i);
            }
          };
      default -> throw new AssertionError(operation);
    };
  }

  /// Stores a quotient as the doubles k and k + 1.
  static void divide(double a, double b, double c, double d, Run z, int k) {
    if (Math.abs(c) >= Math.abs(d)) {
      boolean zero = c == 0 && d == 0;
      double ratio = zero ? 0 : d / c;
      double scale = zero ? 0 : 1.0 / (c + d * ratio);
      z.set(k, zero ? a / Math.abs(c) : (a + b * ratio) * scale);
      z.set(k + 1, zero ? b / Math.abs(c) : (b - a * ratio) * scale);
    } else {
      double ratio = c / d;
      double scale = 1.0 / (d + c * ratio);
      z.set(k, (a * ratio + b) * scale);
      z.set(k + 1, (b * ratio - a) * scale);
    }
  }

  private static Loop twice(Loop parts) {
    return (x, y, z, count) -> parts.run(x, y, z, 2 * count);
  }
}
