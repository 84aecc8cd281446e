package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
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
          (first, _, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, -x.getLong(i));
            }
          };
      case ABSOLUTE ->
          (first, _, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.abs(x.getLong(i)));
            }
          };
      case INVERTED ->
          (first, _, results, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run z = results.target(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, ~x.getLong(i));
            }
          };
      case FLOOR, CEIL, TRUNC -> same(ScalarKind.INT64);
      default -> throw new AssertionError(operation);
    };
  }

  private static Loop ofFloats(Unary operation) {
    return switch (operation) {
      case NEGATIVE ->
          (first, _, results, count) -> {
            Run x = first.part(count, Float.BYTES);
            Run z = results.target(count, Float.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, -x.getFloat(i));
            }
          };
      case ABSOLUTE ->
          (first, _, results, count) -> {
            Run x = first.part(count, Float.BYTES);
            Run z = results.target(count, Float.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.abs(x.getFloat(i)));
            }
          };
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
          (first, _, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, -x.getDouble(i));
            }
          };
      case ABSOLUTE ->
          (first, _, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.abs(x.getDouble(i)));
            }
          };
      case SQRT ->
          DoubleLoop.of(
              (x, _, z, count) -> {
                DoubleBuffer a = x.doubles(count);
                for (int i = 0; i < count; i++) {
                  z[i] = Math.sqrt(a.get(i));
                }
              });
      case RINT ->
          (first, _, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.rint(x.getDouble(i)));
            }
          };
      case FLOOR ->
          (first, _, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.floor(x.getDouble(i)));
            }
          };
      case CEIL ->
          (first, _, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run z = results.target(count, Double.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, Math.ceil(x.getDouble(i)));
            }
          };
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
