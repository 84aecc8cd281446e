package io.ndmap.elementwise;

import io.ndmap.op.Binary;
import java.nio.FloatBuffer;

/// Loops over floating-point numbers of 32 bits.
final class FloatLoops {

  private FloatLoops() {}

  static Loop of(Binary operation) {
    return switch (operation) {
      case PLUS ->
          Loop.inPieces(
              Float.BYTES,
              (first, second, results, count) -> {
                FloatBuffer x = first.floats(count);
                FloatBuffer y = second.floats(count);
                FloatBuffer z = results.targetFloats(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  float a = x.get(i) + y.get(i);
                  float b = x.get(i + 1) + y.get(i + 1);
                  float c = x.get(i + 2) + y.get(i + 2);
                  float d = x.get(i + 3) + y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getFloat(i) + second.getFloat(i));
                }
              });
      case MINUS ->
          Loop.inPieces(
              Float.BYTES,
              (first, second, results, count) -> {
                FloatBuffer x = first.floats(count);
                FloatBuffer y = second.floats(count);
                FloatBuffer z = results.targetFloats(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  float a = x.get(i) - y.get(i);
                  float b = x.get(i + 1) - y.get(i + 1);
                  float c = x.get(i + 2) - y.get(i + 2);
                  float d = x.get(i + 3) - y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getFloat(i) - second.getFloat(i));
                }
              });
      case TIMES ->
          Loop.inPieces(
              Float.BYTES,
              (first, second, results, count) -> {
                FloatBuffer x = first.floats(count);
                FloatBuffer y = second.floats(count);
                FloatBuffer z = results.targetFloats(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  float a = x.get(i) * y.get(i);
                  float b = x.get(i + 1) * y.get(i + 1);
                  float c = x.get(i + 2) * y.get(i + 2);
                  float d = x.get(i + 3) * y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getFloat(i) * second.getFloat(i));
                }
              });
      case DIVIDED_BY ->
          FloatLoop.of(
              (x, y, z, count) -> {
                FloatBuffer a = x.floats(count);
                FloatBuffer b = y.floats(count);
                for (int i = 0; i < count; i++) {
                  z[i] = a.get(i) / b.get(i);
                }
              });
      case MINIMUM ->
          FloatLoop.of(
              (x, y, z, count) -> {
                FloatBuffer a = x.floats(count);
                FloatBuffer b = y.floats(count);
                for (int i = 0; i < count; i++) {
                  z[i] = Math.min(a.get(i), b.get(i));
                }
              });
      case MAXIMUM ->
          FloatLoop.of(
              (x, y, z, count) -> {
                FloatBuffer a = x.floats(count);
                FloatBuffer b = y.floats(count);
                for (int i = 0; i < count; i++) {
                  z[i] = Math.max(a.get(i), b.get(i));
                }
              });
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
    return (first, second, results, count) -> {
      Run x = first.part(count, Float.BYTES);
      Run y = second.part(count, Float.BYTES);
      Run z = results.target(count, Float.BYTES);
      for (int i = 0; i < count; i++) {
        z.set(i, operator.of(x.getFloat(i), y.getFloat(i)));
      }
    };
  }

  private static float floorDivide(float a, float b) {
    if (b == 0) {
      return a / b;
    }
    float rest = rest(a, b);
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
    float rest = rest(a, b);
    if (rest == 0 && b != 0) {
      return Math.copySign(0, b);
    }
    return b < 0 != rest < 0 ? rest + b : rest;
  }

  /// What is left is exact, and so is a float. HotSpot has code of its own for it with doubles;
  /// with floats it takes fifty times as long.
  private static float rest(float a, float b) {
    return (float) ((double) a % b);
  }
}
