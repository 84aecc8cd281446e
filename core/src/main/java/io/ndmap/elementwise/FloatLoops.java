package io.ndmap.elementwise;

import io.ndmap.op.Binary;

/// Loops over floating-point numbers of 32 bits.
final class FloatLoops {

  private FloatLoops() {}

  static Loop of(Binary operation) {
    return switch (operation) {
      case PLUS ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, x.getFloat(i) + y.getFloat(i));
            }
          };
      case MINUS ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, x.getFloat(i) - y.getFloat(i));
            }
          };
      case TIMES ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, x.getFloat(i) * y.getFloat(i));
            }
          };
      case DIVIDED_BY ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, x.getFloat(i) / y.getFloat(i));
            }
          };
      case MINIMUM ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, Math.min(x.getFloat(i), y.getFloat(i)));
            }
          };
      case MAXIMUM ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, Math.max(x.getFloat(i), y.getFloat(i)));
            }
          };
      case FLOOR_DIVIDED_BY -> each(FloatLoops::floorDivide);
      case REMAINDER -> each(FloatLoops::remainder);
      case POWER -> each((a, b) -> (float) DoubleLoops.power(a, b));
      case AND, OR, XOR, SHIFTED_LEFT, SHIFTED_RIGHT -> throw new AssertionError(operation);
    };
  }

  private interface Operator {
    float of(float a, float b);
  }

  private static Loop each(Operator operator) {
    return (x, y, z, count) -> {
      for (int i = 0; i < count; i++) {
        z.set(i, operator.of(x.getFloat(i), y.getFloat(i)));
      }
    };
  }

  private static float floorDivide(float a, float b) {
    if (b == 0) {
      return a / b;
    }
    float rest = a % b;
    float quotient = (a - rest) / b;
    if (rest != 0 && b < 0 != rest < 0) {
      quotient--;
    }
    if (quotient == 0) {
      return Math.copySign(0, a / b);
    }
    float floor = (float) Math.floor(quotient);
    return quotient - floor > 0.5f ? floor + 1 : floor;
  }

  private static float remainder(float a, float b) {
    float rest = a % b;
    if (rest == 0 && b != 0) {
      return Math.copySign(0, b);
    }
    return b < 0 != rest < 0 ? rest + b : rest;
  }
}
