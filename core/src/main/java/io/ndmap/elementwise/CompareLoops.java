package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.op.Comparison;

/// Loops that compare, with booleans as results; but for [Comparison#GREATER] and
/// [Comparison#GREATER_EQUAL], which are the others the other way round.
public final class CompareLoops {

  private interface Order {
    int of(long a, long b);
  }

  private static final long INFINITY = 0x7ff0_0000_0000_0000L;

  private CompareLoops() {}

  /// Compares numbers; those of 64 bits that differ in their signs exactly.
  ///
  /// @param x the kind of the first ones, see [RangeLoops#lane]
  /// @param y of the second ones: the same, or both integers of 64 bits
  public static Loop of(Comparison how, ScalarKind x, ScalarKind y) {
    return switch (x) {
      case INT32 -> ofInts(how);
      case INT64 -> y == x ? ofLongs(how) : each(how, CompareLoops::signedFirst);
      case UINT64 -> each(how, y == x ? Long::compareUnsigned : (a, b) -> -signedFirst(b, a));
      case FLOAT32 -> ofFloats(how);
      case FLOAT64 -> ofDoubles(how);
      case COMPLEX128 -> ofComplex(how);
      default -> throw new AssertionError(x);
    };
  }

  /// Compares ticks; `NaT` is different from everything.
  public static Loop ofTicks(Comparison how) {
    return (x, y, z, count) -> {
      for (int i = 0; i < count; i++) {
        long a = x.getLong(i);
        long b = y.getLong(i);
        boolean unordered = a == TimeType.NOT_A_TIME || b == TimeType.NOT_A_TIME;
        z.set(i, unordered ? how == Comparison.NOT_EQUAL : holds(how, Long.compare(a, b)));
      }
    };
  }

  private static Loop each(Comparison how, Order order) {
    return (x, y, z, count) -> {
      for (int i = 0; i < count; i++) {
        z.set(i, holds(how, order.of(x.getLong(i), y.getLong(i))));
      }
    };
  }

  /// Whether the order of two items is that.
  ///
  /// @param order below 0, 0, or above
  public static boolean holds(Comparison how, int order) {
    return switch (how) {
      case LESS -> order < 0;
      case LESS_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  /// Orders a number with a sign and one without.
  private static int signedFirst(long a, long b) {
    return a < 0 || b < 0 ? -1 : Long.compare(a, b);
  }

  // Without branches: what a loop has met before decides whether HotSpot makes some of a
  // comparison,
  // and those that it cannot foresee take ten times as long.

  private static Loop ofInts(Comparison how) {
    return switch (how) {
      case LESS ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) less(x.getInt(i), y.getInt(i)));
            }
          };
      case LESS_EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) lessEqual(x.getInt(i), y.getInt(i)));
            }
          };
      case EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) equal(x.getInt(i), y.getInt(i)));
            }
          };
      case NOT_EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) (equal(x.getInt(i), y.getInt(i)) ^ 1));
            }
          };
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  private static Loop ofLongs(Comparison how) {
    return switch (how) {
      case LESS ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) less(x.getLong(i), y.getLong(i)));
            }
          };
      case LESS_EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) lessEqual(x.getLong(i), y.getLong(i)));
            }
          };
      case EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) equal(x.getLong(i), y.getLong(i)));
            }
          };
      case NOT_EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) (equal(x.getLong(i), y.getLong(i)) ^ 1));
            }
          };
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  private static Loop ofFloats(Comparison how) {
    return switch (how) {
      case LESS ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) less(x.getFloat(i), y.getFloat(i)));
            }
          };
      case LESS_EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) lessEqual(x.getFloat(i), y.getFloat(i)));
            }
          };
      case EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) equal(x.getFloat(i), y.getFloat(i)));
            }
          };
      case NOT_EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) (equal(x.getFloat(i), y.getFloat(i)) ^ 1));
            }
          };
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  private static Loop ofDoubles(Comparison how) {
    return switch (how) {
      case LESS ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) less(x.getDouble(i), y.getDouble(i)));
            }
          };
      case LESS_EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) lessEqual(x.getDouble(i), y.getDouble(i)));
            }
          };
      case EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) equal(x.getDouble(i), y.getDouble(i)));
            }
          };
      case NOT_EQUAL ->
          (x, y, z, count) -> {
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) (equal(x.getDouble(i), y.getDouble(i)) ^ 1));
            }
          };
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  /// The sign of the difference, also where that overflows.
  private static long less(long a, long b) {
    return ((a & ~b) | (~(a ^ b) & (a - b))) >>> 63;
  }

  private static long lessEqual(long a, long b) {
    return less(b, a) ^ 1;
  }

  private static long equal(long a, long b) {
    long difference = a ^ b;
    return ((difference | -difference) >>> 63) ^ 1;
  }

  /// The sign of the difference, if that is a number; of two zeros it is none.
  private static long less(double a, double b) {
    long difference = Double.doubleToRawLongBits((a - b) + 0.0);
    return (difference & ~nan(difference)) >>> 63;
  }

  private static long lessEqual(double a, double b) {
    return (less(b, a) ^ 1) & ordered(a, b);
  }

  private static long equal(double a, double b) {
    long one = Double.doubleToRawLongBits(a + 0.0);
    return equal(one, Double.doubleToRawLongBits(b + 0.0)) & (~nan(one) >>> 63);
  }

  private static long ordered(double a, double b) {
    long nan = nan(Double.doubleToRawLongBits(a)) | nan(Double.doubleToRawLongBits(b));
    return ~nan >>> 63;
  }

  /// Negative if the bits are those of NaN.
  private static long nan(long bits) {
    return INFINITY - (bits & Long.MAX_VALUE);
  }

  /// By their real parts first, and by their imaginary ones where those are equal. As in NumPy,
  /// numbers with different real parts have an order only if neither imaginary part is NaN.
  private static Loop ofComplex(Comparison how) {
    return (x, y, z, count) -> {
      for (int i = 0; i < count; i++) {
        double a = x.getDouble(2 * i);
        double b = x.getDouble(2 * i + 1);
        double c = y.getDouble(2 * i);
        double d = y.getDouble(2 * i + 1);
        boolean less = a < c && !Double.isNaN(b) && !Double.isNaN(d);
        z.set(
            i,
            switch (how) {
              case EQUAL -> a == c && b == d;
              case NOT_EQUAL -> a != c || b != d;
              case LESS -> less || (a == c && b < d);
              case LESS_EQUAL -> less || (a == c && b <= d);
              case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
            });
      }
    };
  }
}
