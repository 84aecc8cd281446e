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
          Loop.inPieces(
              Double.BYTES,
              (first, second, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer y = second.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = x.get(i) + y.get(i);
                  double b = x.get(i + 1) + y.get(i + 1);
                  double c = x.get(i + 2) + y.get(i + 2);
                  double d = x.get(i + 3) + y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getDouble(i) + second.getDouble(i));
                }
              });
      case MINUS ->
          Loop.inPieces(
              Double.BYTES,
              (first, second, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer y = second.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = x.get(i) - y.get(i);
                  double b = x.get(i + 1) - y.get(i + 1);
                  double c = x.get(i + 2) - y.get(i + 2);
                  double d = x.get(i + 3) - y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getDouble(i) - second.getDouble(i));
                }
              });
      case TIMES ->
          Loop.inPieces(
              Double.BYTES,
              (first, second, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer y = second.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = x.get(i) * y.get(i);
                  double b = x.get(i + 1) * y.get(i + 1);
                  double c = x.get(i + 2) * y.get(i + 2);
                  double d = x.get(i + 3) * y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getDouble(i) * second.getDouble(i));
                }
              });
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
          Loop.inPieces(
              Double.BYTES,
              (first, second, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer y = second.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = Math.min(x.get(i), y.get(i));
                  double b = Math.min(x.get(i + 1), y.get(i + 1));
                  double c = Math.min(x.get(i + 2), y.get(i + 2));
                  double d = Math.min(x.get(i + 3), y.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.min(first.getDouble(i), second.getDouble(i)));
                }
              });
      case MAXIMUM ->
          Loop.inPieces(
              Double.BYTES,
              (first, second, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer y = second.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = Math.max(x.get(i), y.get(i));
                  double b = Math.max(x.get(i + 1), y.get(i + 1));
                  double c = Math.max(x.get(i + 2), y.get(i + 2));
                  double d = Math.max(x.get(i + 3), y.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.max(first.getDouble(i), second.getDouble(i)));
                }
              });
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
