package io.ndmap.elementwise;

import io.ndmap.op.Binary;
import java.nio.LongBuffer;
import java.util.function.LongBinaryOperator;

/// Loops over integers of 64 bits.
final class LongLoops {

  private LongLoops() {}

  static Loop of(Binary operation) {
    return switch (operation) {
      case PLUS ->
          Loop.inPieces(
              Long.BYTES,
              (first, second, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer y = second.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = x.get(i) + y.get(i);
                  long b = x.get(i + 1) + y.get(i + 1);
                  long c = x.get(i + 2) + y.get(i + 2);
                  long d = x.get(i + 3) + y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getLong(i) + second.getLong(i));
                }
              });
      case MINUS ->
          Loop.inPieces(
              Long.BYTES,
              (first, second, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer y = second.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = x.get(i) - y.get(i);
                  long b = x.get(i + 1) - y.get(i + 1);
                  long c = x.get(i + 2) - y.get(i + 2);
                  long d = x.get(i + 3) - y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getLong(i) - second.getLong(i));
                }
              });
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
          Loop.inPieces(
              Long.BYTES,
              (first, second, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer y = second.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = Math.min(x.get(i), y.get(i));
                  long b = Math.min(x.get(i + 1), y.get(i + 1));
                  long c = Math.min(x.get(i + 2), y.get(i + 2));
                  long d = Math.min(x.get(i + 3), y.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.min(first.getLong(i), second.getLong(i)));
                }
              });
      case MAXIMUM ->
          Loop.inPieces(
              Long.BYTES,
              (first, second, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer y = second.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = Math.max(x.get(i), y.get(i));
                  long b = Math.max(x.get(i + 1), y.get(i + 1));
                  long c = Math.max(x.get(i + 2), y.get(i + 2));
                  long d = Math.max(x.get(i + 3), y.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.max(first.getLong(i), second.getLong(i)));
                }
              });
      case AND ->
          Loop.inPieces(
              Long.BYTES,
              (first, second, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer y = second.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = x.get(i) & y.get(i);
                  long b = x.get(i + 1) & y.get(i + 1);
                  long c = x.get(i + 2) & y.get(i + 2);
                  long d = x.get(i + 3) & y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getLong(i) & second.getLong(i));
                }
              });
      case OR ->
          Loop.inPieces(
              Long.BYTES,
              (first, second, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer y = second.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = x.get(i) | y.get(i);
                  long b = x.get(i + 1) | y.get(i + 1);
                  long c = x.get(i + 2) | y.get(i + 2);
                  long d = x.get(i + 3) | y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getLong(i) | second.getLong(i));
                }
              });
      case XOR ->
          Loop.inPieces(
              Long.BYTES,
              (first, second, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer y = second.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = x.get(i) ^ y.get(i);
                  long b = x.get(i + 1) ^ y.get(i + 1);
                  long c = x.get(i + 2) ^ y.get(i + 2);
                  long d = x.get(i + 3) ^ y.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, first.getLong(i) ^ second.getLong(i));
                }
              });
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
