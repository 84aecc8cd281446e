package io.ndmap.elementwise;

import io.ndmap.op.Binary;
import java.util.function.IntBinaryOperator;

/// Loops over integers of 32 bits, with a sign where it matters.
final class IntLoops {

  private IntLoops() {}

  static Loop of(Binary operation) {
    return switch (operation) {
      case PLUS ->
          IntLoop.of(
              (first, second, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                Run y = second.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = x.getInt(i) + y.getInt(i);
                }
              });
      case MINUS ->
          IntLoop.of(
              (first, second, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                Run y = second.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = x.getInt(i) - y.getInt(i);
                }
              });
      case TIMES ->
          IntLoop.of(
              (first, second, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                Run y = second.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = x.getInt(i) * y.getInt(i);
                }
              });
      case MINIMUM ->
          IntLoop.of(
              (first, second, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                Run y = second.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = Math.min(x.getInt(i), y.getInt(i));
                }
              });
      case MAXIMUM ->
          IntLoop.of(
              (first, second, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                Run y = second.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = Math.max(x.getInt(i), y.getInt(i));
                }
              });
      case AND ->
          IntLoop.of(
              (first, second, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                Run y = second.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = x.getInt(i) & y.getInt(i);
                }
              });
      case OR ->
          IntLoop.of(
              (first, second, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                Run y = second.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = x.getInt(i) | y.getInt(i);
                }
              });
      case XOR ->
          IntLoop.of(
              (first, second, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                Run y = second.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = x.getInt(i) ^ y.getInt(i);
                }
              });
      case FLOOR_DIVIDED_BY -> each((a, b) -> b == 0 ? 0 : Math.floorDiv(a, b));
      case REMAINDER -> each((a, b) -> b == 0 ? 0 : Math.floorMod(a, b));
      case POWER -> each((a, b) -> (int) LongLoops.power(a, b));
      case SHIFTED_LEFT -> each((a, b) -> b >>> 5 == 0 ? a << b : 0);
      case SHIFTED_RIGHT -> each((a, b) -> a >> (b >>> 5 == 0 ? b : 31));
      case DIVIDED_BY -> throw new AssertionError(operation);
    };
  }

  private static Loop each(IntBinaryOperator operator) {
    return (first, second, results, count) -> {
      Run x = first.part(count, Integer.BYTES);
      Run y = second.part(count, Integer.BYTES);
      Run z = results.target(count, Integer.BYTES);
      for (int i = 0; i < count; i++) {
        z.set(i, operator.applyAsInt(x.getInt(i), y.getInt(i)));
      }
    };
  }
}
