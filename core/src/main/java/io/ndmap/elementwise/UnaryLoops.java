package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.function.DoubleUnaryOperator;

/// The loops of unary operations, and the kind of numbers that each takes.
public final class UnaryLoops {

  private UnaryLoops() {}

  /// The kind of numbers in whose loop results of a kind are computed, see [BinaryLoops#lane].
  public static ScalarKind lane(ScalarKind kind) {
    return switch (kind) {
      case INT8, INT16, UINT8, UINT16 -> ScalarKind.INT32;
      default -> BinaryLoops.lane(Binary.PLUS, kind);
    };
  }

  /// The loop.
  ///
  /// @param lane what it takes, and what it writes but for answers and for the absolute values of
  ///   complex numbers, which are of their parts' kind
  public static Loop of(Unary operation, ScalarKind lane) {
    return switch (lane) {
      case INT32 -> ofInts(operation);
      case INT64 -> ofLongs(operation);
      case UINT32 -> operation == Unary.ABSOLUTE ? same(lane) : ofInts(operation);
      case UINT64 -> operation == Unary.ABSOLUTE ? same(lane) : ofLongs(operation);
      case FLOAT32 -> ofFloats(operation);
      case FLOAT64 -> ofDoubles(operation);
      case COMPLEX64 -> twice(operation, ScalarKind.FLOAT32);
      case COMPLEX128 ->
          switch (operation) {
            case ABSOLUTE -> modulus();
            case SQRT, EXP, LOG -> ComplexFunctions.of(operation);
            default -> twice(operation, ScalarKind.FLOAT64);
          };
      default -> throw new AssertionError(lane);
    };
  }

  private static Loop same(ScalarKind lane) {
    return BinaryLoops.of(Binary.AND, lane);
  }

  private static Loop ofInts(Unary operation) {
    return switch (operation) {
      case NEGATIVE ->
          IntLoop.of(
              (first, _, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = -x.getInt(i);
                }
              });
      case ABSOLUTE ->
          IntLoop.of(
              (first, _, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = Math.abs(x.getInt(i));
                }
              });
      case INVERTED ->
          IntLoop.of(
              (first, _, z, count) -> {
                Run x = first.part(count, Integer.BYTES);
                for (int i = 0; i < count; i++) {
                  z[i] = ~x.getInt(i);
                }
              });
      case FLOOR, CEIL, TRUNC -> same(ScalarKind.INT32);
      default -> throw new AssertionError(operation);
    };
  }

  private static Loop ofLongs(Unary operation) {
    return switch (operation) {
      case NEGATIVE ->
          Loop.inPieces(
              Long.BYTES,
              (first, _, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = -x.get(i);
                  long b = -x.get(i + 1);
                  long c = -x.get(i + 2);
                  long d = -x.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, -first.getLong(i));
                }
              });
      case ABSOLUTE ->
          Loop.inPieces(
              Long.BYTES,
              (first, _, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = Math.abs(x.get(i));
                  long b = Math.abs(x.get(i + 1));
                  long c = Math.abs(x.get(i + 2));
                  long d = Math.abs(x.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.abs(first.getLong(i)));
                }
              });
      case INVERTED ->
          Loop.inPieces(
              Long.BYTES,
              (first, _, results, count) -> {
                LongBuffer x = first.longs(count);
                LongBuffer z = results.targetLongs(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  long a = ~x.get(i);
                  long b = ~x.get(i + 1);
                  long c = ~x.get(i + 2);
                  long d = ~x.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, ~first.getLong(i));
                }
              });
      case FLOOR, CEIL, TRUNC -> same(ScalarKind.INT64);
      default -> throw new AssertionError(operation);
    };
  }

  private static Loop ofFloats(Unary operation) {
    return switch (operation) {
      case NEGATIVE ->
          Loop.inPieces(
              Float.BYTES,
              (first, _, results, count) -> {
                FloatBuffer x = first.floats(count);
                FloatBuffer z = results.targetFloats(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  float a = -x.get(i);
                  float b = -x.get(i + 1);
                  float c = -x.get(i + 2);
                  float d = -x.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, -first.getFloat(i));
                }
              });
      case ABSOLUTE ->
          Loop.inPieces(
              Float.BYTES,
              (first, _, results, count) -> {
                FloatBuffer x = first.floats(count);
                FloatBuffer z = results.targetFloats(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  float a = Math.abs(x.get(i));
                  float b = Math.abs(x.get(i + 1));
                  float c = Math.abs(x.get(i + 2));
                  float d = Math.abs(x.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.abs(first.getFloat(i)));
                }
              });
      case SQRT ->
          FloatLoop.of(
              (x, _, z, count) -> {
                FloatBuffer a = x.floats(count);
                for (int i = 0; i < count; i++) {
                  z[i] = (float) Math.sqrt(a.get(i));
                }
              });
      case RINT ->
          (first, _, results, count) -> {
            Run x = first.part(count, Float.BYTES);
            Run z = results.target(count, Float.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, (float) Math.rint(x.getFloat(i)));
            }
          };
      case FLOOR ->
          (first, _, results, count) -> {
            Run x = first.part(count, Float.BYTES);
            Run z = results.target(count, Float.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, (float) Math.floor(x.getFloat(i)));
            }
          };
      case CEIL ->
          (first, _, results, count) -> {
            Run x = first.part(count, Float.BYTES);
            Run z = results.target(count, Float.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, (float) Math.ceil(x.getFloat(i)));
            }
          };
      case TRUNC -> eachFloat(item -> item < 0 ? Math.ceil(item) : Math.floor(item));
      case EXP -> eachFloat(StrictMath::exp);
      case LOG -> eachFloat(StrictMath::log);
      case IS_NAN ->
          (first, _, results, count) -> {
            Run x = first.part(count, Float.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Float.isNaN(x.getFloat(i)));
            }
          };
      case IS_FINITE ->
          (first, _, results, count) -> {
            Run x = first.part(count, Float.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Float.isFinite(x.getFloat(i)));
            }
          };
      case IS_INFINITE ->
          (first, _, results, count) -> {
            Run x = first.part(count, Float.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Float.isInfinite(x.getFloat(i)));
            }
          };
      case INVERTED -> throw new AssertionError(operation);
    };
  }

  private static Loop eachFloat(DoubleUnaryOperator operator) {
    return (first, _, results, count) -> {
      Run x = first.part(count, Float.BYTES);
      Run z = results.target(count, Float.BYTES);
      for (int i = 0; i < count; i++) {
        z.set(i, (float) operator.applyAsDouble(x.getFloat(i)));
      }
    };
  }

  private static Loop ofDoubles(Unary operation) {
    return switch (operation) {
      case NEGATIVE ->
          Loop.inPieces(
              Double.BYTES,
              (first, _, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = -x.get(i);
                  double b = -x.get(i + 1);
                  double c = -x.get(i + 2);
                  double d = -x.get(i + 3);
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, -first.getDouble(i));
                }
              });
      case ABSOLUTE ->
          Loop.inPieces(
              Double.BYTES,
              (first, _, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = Math.abs(x.get(i));
                  double b = Math.abs(x.get(i + 1));
                  double c = Math.abs(x.get(i + 2));
                  double d = Math.abs(x.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.abs(first.getDouble(i)));
                }
              });
      case SQRT ->
          DoubleLoop.of(
              (x, _, z, count) -> {
                DoubleBuffer a = x.doubles(count);
                for (int i = 0; i < count; i++) {
                  z[i] = Math.sqrt(a.get(i));
                }
              });
      case RINT ->
          Loop.inPieces(
              Double.BYTES,
              (first, _, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = Math.rint(x.get(i));
                  double b = Math.rint(x.get(i + 1));
                  double c = Math.rint(x.get(i + 2));
                  double d = Math.rint(x.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.rint(first.getDouble(i)));
                }
              });
      case FLOOR ->
          Loop.inPieces(
              Double.BYTES,
              (first, _, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = Math.floor(x.get(i));
                  double b = Math.floor(x.get(i + 1));
                  double c = Math.floor(x.get(i + 2));
                  double d = Math.floor(x.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.floor(first.getDouble(i)));
                }
              });
      case CEIL ->
          Loop.inPieces(
              Double.BYTES,
              (first, _, results, count) -> {
                DoubleBuffer x = first.doubles(count);
                DoubleBuffer z = results.targetDoubles(count);
                int fours = count & -4;
                for (int i = 0; i < fours; i += 4) {
                  double a = Math.ceil(x.get(i));
                  double b = Math.ceil(x.get(i + 1));
                  double c = Math.ceil(x.get(i + 2));
                  double d = Math.ceil(x.get(i + 3));
                  z.put(i, a).put(i + 1, b).put(i + 2, c).put(i + 3, d);
                }
                for (int i = fours; i < count; i++) {
                  results.set(i, Math.ceil(first.getDouble(i)));
                }
              });
      case TRUNC -> eachDouble(item -> item < 0 ? Math.ceil(item) : Math.floor(item));
      case EXP -> eachDouble(StrictMath::exp);
      case LOG -> eachDouble(StrictMath::log);
      case IS_NAN ->
          (first, _, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Double.isNaN(x.getDouble(i)));
            }
          };
      case IS_FINITE ->
          (first, _, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Double.isFinite(x.getDouble(i)));
            }
          };
      case IS_INFINITE ->
          (first, _, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Double.isInfinite(x.getDouble(i)));
            }
          };
      case INVERTED -> throw new AssertionError(operation);
    };
  }

  private static Loop eachDouble(DoubleUnaryOperator operator) {
    return (first, _, results, count) -> {
      Run x = first.part(count, Double.BYTES);
      Run z = results.target(count, Double.BYTES);
      for (int i = 0; i < count; i++) {
        z.set(i, operator.applyAsDouble(x.getDouble(i)));
      }
    };
  }

  /// Of both parts.
  private static Loop twice(Unary operation, ScalarKind part) {
    Loop loop = of(operation, part);
    return (x, y, z, count) -> loop.run(x, y, z, 2 * count);
  }

  private static Loop modulus() {
    return (first, _, results, count) -> {
      Run x = first.part(2L * count, Double.BYTES);
      Run z = results.target(count, Double.BYTES);
      for (int i = 0; i < count; i++) {
        z.set(i, StrictMath.hypot(x.getDouble(2 * i), x.getDouble(2 * i + 1)));
      }
    };
  }
}
