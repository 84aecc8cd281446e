package io.ndmap.elementwise;

import io.ndmap.op.Binary;
import java.util.function.LongBinaryOperator;

/// Loops over integers of 64 bits.
final class LongLoops {

  private LongLoops() {}

  static Loop of(Binary operation) {
    return switch (operation) {
      case PLUS ->
          (first, second, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getLong(i) + y.getLong(i));
            }
          };
      case MINUS ->
          (first, second, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getLong(i) - y.getLong(i));
            }
          };
      case TIMES ->
          (first, second, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getLong(i) * y.getLong(i));
            }
          };
      case MINIMUM ->
          (first, second, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.min(x.getLong(i), y.getLong(i)));
            }
          };
      case MAXIMUM ->
          (first, second, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.max(x.getLong(i), y.getLong(i)));
            }
          };
      case AND ->
          (first, second, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getLong(i) & y.getLong(i));
            }
          };
      case OR ->
          (first, second, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getLong(i) | y.getLong(i));
            }
          };
      case XOR ->
          (first, second, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, x.getLong(i) ^ y.getLong(i));
            }
          };
      case FLOOR_DIVIDED_BY -> each((a, b) -> b == 0 ? 0 : Math.floorDiv(a, b));
      case REMAINDER -> each((a, b) -> b == 0 ? 0 : Math.floorMod(a, b));
      case POWER -> each(LongLoops::power);
      case SHIFTED_LEFT -> each((a, b) -> b >>> 6 == 0 ? a << b : 0);
      case SHIFTED_RIGHT -> each((a, b) -> a >> (b >>> 6 == 0 ? b : 63));
      case DIVIDED_BY -> throw new AssertionError(operation);
    };
  }

  static Loop ofUnsigned(Binary operation) {
    return switch (operation) {
      case FLOOR_DIVIDED_BY -> each((a, b) -> b == 0 ? 0 : Long.divideUnsigned(a, b));
      case REMAINDER -> each((a, b) -> b == 0 ? 0 : Long.remainderUnsigned(a, b));
      case POWER -> each(LongLoops::unsignedPower);
      case MINIMUM -> each((a, b) -> Long.compareUnsigned(a, b) <= 0 ? a : b);
      case MAXIMUM -> each((a, b) -> Long.compareUnsigned(a, b) >= 0 ? a : b);
      case SHIFTED_RIGHT -> each((a, b) -> b >>> 6 == 0 ? a >>> b : 0);
      default -> of(operation);
    };
  }

  /// The low bits of a power.
  ///
  /// @throws ArithmeticException if the exponent is negative
  static long power(long base, long exponent) {
    if (exponent < 0) {
      throw new ArithmeticException(
          "cannot raise integers to the negative power "
              + exponent
              + ", as in NumPy: convert one side to floating-point numbers first");
    }
    return unsignedPower(base, exponent);
  }

  private static long unsignedPower(long base, long exponent) {
    long power = 1;
    long square = base;
    for (long rest = exponent; rest != 0; rest >>>= 1) {
      power *= (rest & 1) == 0 ? 1 : square;
      square *= square;
    }
    return power;
  }

  private static Loop each(LongBinaryOperator operator) {
    return (first, second, results, count) -> {
      Run x = first.part(count, Long.BYTES);
      Run y = second.part(count, Long.BYTES);
      Run z = results.target(count, Long.BYTES);
      for (int i = 0; i < count; i++) {
        z.set(i, operator.applyAsLong(x.getLong(i), y.getLong(i)));
      }
    };
  }
}
