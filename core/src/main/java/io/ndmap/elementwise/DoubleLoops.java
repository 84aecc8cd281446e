package io.ndmap.elementwise;

import io.ndmap.op.Binary;
import java.nio.DoubleBuffer;
import java.util.function.DoubleBinaryOperator;

/// Loops over floating-point numbers of 64 bits.
final class DoubleLoops {

  private DoubleLoops() {}

  static Loop of(Binary operation) {
    return switch (operation) {
      case PLUS ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getDouble(i) + y.getDouble(i));
            }
          };
      case MINUS ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getDouble(i) - y.getDouble(i));
            }
          };
      case TIMES ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getDouble(i) * y.getDouble(i));
            }
          };
      case DIVIDED_BY ->
          DoubleLoop.of(
              (x, y, z, count) -> {
                DoubleBuffer a = x.doubles(count);
                DoubleBuffer b = y.doubles(count);
                for (int i = 0; i < count; i++) {
                  z[i] = a.get(i) / b.get(i);
                }
              });
      case MINIMUM ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.min(x.getDouble(i), y.getDouble(i)));
            }
          };
      case MAXIMUM ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.max(x.getDouble(i), y.getDouble(i)));
            }
          };
      case FLOOR_DIVIDED_BY -> each(DoubleLoops::floorDivide);
      case REMAINDER -> each(DoubleLoops::remainder);
      case POWER -> each(DoubleLoops::power);
      case AND, OR, XOR, SHIFTED_LEFT, SHIFTED_RIGHT -> throw new AssertionError(operation);
    };
  }

  private static Loop each(DoubleBinaryOperator operator) {
    return (first, second, results, count) -> {
      Run x = first.part(count, Double.BYTES);
      Run y = second.part(count, Double.BYTES);
      Run z = results.target(count, Double.BYTES);
      for (int i = 0; i < count; i++) {
        z.set(i, operator.applyAsDouble(x.getDouble(i), y.getDouble(i)));
      }
    };
  }

  private static double floorDivide(double a, double b) {
    if (b == 0) {
      return a / b;
    }
    double rest = a % b;
    double quotient = (a - rest) / b;
    if (rest != 0 && b < 0 != rest < 0) {
      quotient--;
    }
    if (quotient == 0) {
      return Math.copySign(0, a / b);
    }
    double floor = Math.floor(quotient);
    return quotient - floor > 0.5 ? floor + 1 : floor;
  }

  private static double remainder(double a, double b) {
    double rest = a % b;
    if (rest == 0 && b != 0) {
      return Math.copySign(0, b);
    }
    return b < 0 != rest < 0 ? rest + b : rest;
  }

  /// As C has it, which knows 1 and -1 to powers that Java takes for NaN; the same everywhere.
  static double power(double a, double b) {
    return a == 1 || (a == -1 && Double.isInfinite(b)) ? 1 : StrictMath.pow(a, b);
  }
}
