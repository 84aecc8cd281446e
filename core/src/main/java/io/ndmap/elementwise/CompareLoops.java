package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.op.Comparison;

/// Loops that compare, with booleans as results; but for [Comparison#GREATER] and
/// [Comparison#GREATER_EQUAL], which are the others the other way round.
///
/// Without branches: what a loop has met before decides whether HotSpot makes some of a comparison,
/// and those that it cannot foresee take ten times as long.
public final class CompareLoops {

  private interface Order {
    int of(long a, long b);
  }

  private static final long INFINITY = 0x7ff0_0000_0000_0000L;
  private static final int FLOAT_INFINITY = 0x7f80_0000;

  private CompareLoops() {}

  /// Compares numbers; those of 64 bits that differ in their signs exactly.
  ///
  /// @param x the kind of the first ones, see [RangeLoops#lane]
  /// @param y of the second ones: the same, or both integers of 64 bits
  public static Loop of(Comparison how, ScalarKind x, ScalarKind y) {
    return switch (x) {
      case INT8, INT16, UINT8, UINT16 -> SmallIntLoops.of(how, x);
      case INT32 -> ByteLoop.of(Integer.BYTES, ofInts(how));
      case INT64 ->
          ByteLoop.of(Long.BYTES, y == x ? ofLongs(how, 0) : each(how, CompareLoops::signedFirst));
      case UINT64 ->
          ByteLoop.of(
              Long.BYTES,
              y == x ? ofLongs(how, Long.MIN_VALUE) : each(how, (a, b) -> -signedFirst(b, a)));
      case FLOAT32 -> ByteLoop.of(Float.BYTES, ofFloats(how));
      case FLOAT64 -> ofDoubles(how);
      case COMPLEX128 -> ByteLoop.of(x.itemsize(), ofComplex(how));
      default -> throw new AssertionError(x);
    };
  }

  /// Compares ticks; `NaT` is different from everything.
  public static Loop ofTicks(Comparison how) {
    return ByteLoop.of(
        Long.BYTES,
        (first, second, mask, count) -> {
          Run x = first.part(count, Long.BYTES);
          Run y = second.part(count, Long.BYTES);
          for (int i = 0; i < count; i++) {
            long a = x.getLong(i);
            long b = y.getLong(i);
            boolean unordered = a == TimeType.NOT_A_TIME || b == TimeType.NOT_A_TIME;
            mask[i] = bit(unordered ? how == Comparison.NOT_EQUAL : holds(how, Long.compare(a, b)));
          }
        });
  }

  private static ByteLoop each(Comparison how, Order order) {
    return (first, second, mask, count) -> {
      Run x = first.part(count, Long.BYTES);
      Run y = second.part(count, Long.BYTES);
      for (int i = 0; i < count; i++) {
        mask[i] = bit(holds(how, order.of(x.getLong(i), y.getLong(i))));
      }
    };
  }

  private static byte bit(boolean truth) {
    return (byte) (truth ? 1 : 0);
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

  private static ByteLoop ofInts(Comparison how) {
    return switch (how) {
      case LESS ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Integer.BYTES);
            Run y = second.part(count, Integer.BYTES);
            for (int i = 0; i < count; i++) {
              int a = x.getInt(i);
              int b = y.getInt(i);
              mask[i] = (byte) less(a, b);
            }
          };
      case LESS_EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Integer.BYTES);
            Run y = second.part(count, Integer.BYTES);
            for (int i = 0; i < count; i++) {
              int a = x.getInt(i);
              int b = y.getInt(i);
              mask[i] = (byte) (less(b, a) ^ 1);
            }
          };
      case EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Integer.BYTES);
            Run y = second.part(count, Integer.BYTES);
            for (int i = 0; i < count; i++) {
              int a = x.getInt(i);
              int b = y.getInt(i);
              mask[i] = (byte) equal(a, b);
            }
          };
      case NOT_EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Integer.BYTES);
            Run y = second.part(count, Integer.BYTES);
            for (int i = 0; i < count; i++) {
              int a = x.getInt(i);
              int b = y.getInt(i);
              mask[i] = (byte) (equal(a, b) ^ 1);
            }
          };
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  /// @param flip what turns their order into that of signed numbers
  private static ByteLoop ofLongs(Comparison how, long flip) {
    return switch (how) {
      case LESS ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              long a = x.getLong(i) ^ flip;
              long b = y.getLong(i) ^ flip;
              mask[i] = (byte) less(a, b);
            }
          };
      case LESS_EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              long a = x.getLong(i) ^ flip;
              long b = y.getLong(i) ^ flip;
              mask[i] = (byte) (less(b, a) ^ 1);
            }
          };
      case EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              long a = x.getLong(i) ^ flip;
              long b = y.getLong(i) ^ flip;
              mask[i] = (byte) equal(a, b);
            }
          };
      case NOT_EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Long.BYTES);
            Run y = second.part(count, Long.BYTES);
            for (int i = 0; i < count; i++) {
              long a = x.getLong(i) ^ flip;
              long b = y.getLong(i) ^ flip;
              mask[i] = (byte) (equal(a, b) ^ 1);
            }
          };
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  private static ByteLoop ofFloats(Comparison how) {
    return switch (how) {
      case LESS ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Integer.BYTES);
            Run y = second.part(count, Integer.BYTES);
            for (int i = 0; i < count; i++) {
              int a = x.getInt(i);
              int b = y.getInt(i);
              mask[i] = (byte) (less(key(a), key(b)) & ordered(a, b));
            }
          };
      case LESS_EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Integer.BYTES);
            Run y = second.part(count, Integer.BYTES);
            for (int i = 0; i < count; i++) {
              int a = x.getInt(i);
              int b = y.getInt(i);
              mask[i] = (byte) ((less(key(b), key(a)) ^ 1) & ordered(a, b));
            }
          };
      case EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Integer.BYTES);
            Run y = second.part(count, Integer.BYTES);
            for (int i = 0; i < count; i++) {
              int a = x.getInt(i);
              int b = y.getInt(i);
              mask[i] = (byte) (equal(key(a), key(b)) & ordered(a, b));
            }
          };
      case NOT_EQUAL ->
          (first, second, mask, count) -> {
            Run x = first.part(count, Integer.BYTES);
            Run y = second.part(count, Integer.BYTES);
            for (int i = 0; i < count; i++) {
              int a = x.getInt(i);
              int b = y.getInt(i);
              mask[i] = (byte) ((equal(key(a), key(b)) & ordered(a, b)) ^ 1);
            }
          };
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  // Keys of 64 bits take more steps than this, which HotSpot does one by one: straight to memory.

  private static Loop ofDoubles(Comparison how) {
    return switch (how) {
      case LESS ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) less(x.getDouble(i), y.getDouble(i)));
            }
          };
      case LESS_EQUAL ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) lessEqual(x.getDouble(i), y.getDouble(i)));
            }
          };
      case EQUAL ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) equal(x.getDouble(i), y.getDouble(i)));
            }
          };
      case NOT_EQUAL ->
          (first, second, results, count) -> {
            Run x = first.part(count, Double.BYTES);
            Run y = second.part(count, Double.BYTES);
            Run z = results.target(count, Byte.BYTES);
            for (int i = 0; i < count; i++) {
              z.set(i, (byte) (equal(x.getDouble(i), y.getDouble(i)) ^ 1));
            }
          };
      case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
    };
  }

  /// By their real parts first, and by their imaginary ones where those are equal. As in NumPy,
  /// numbers with different real parts have an order only if neither imaginary part is NaN.
  private static ByteLoop ofComplex(Comparison how) {
    return (first, second, mask, count) -> {
      Run x = first.part(2L * count, Double.BYTES);
      Run y = second.part(2L * count, Double.BYTES);
      for (int i = 0; i < count; i++) {
        double a = x.getDouble(2 * i);
        double b = x.getDouble(2 * i + 1);
        double c = y.getDouble(2 * i);
        double d = y.getDouble(2 * i + 1);
        boolean less = a < c && !Double.isNaN(b) && !Double.isNaN(d);
        mask[i] =
            bit(
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

  /// The sign of the difference.
  private static long less(int a, int b) {
    return ((long) a - b) >>> 63;
  }

  /// The same, also where that overflows.
  private static long less(long a, long b) {
    return ((a & ~b) | (~(a ^ b) & (a - b))) >>> 63;
  }

  private static long equal(long a, long b) {
    long difference = a ^ b;
    return ((difference | -difference) >>> 63) ^ 1;
  }

  /// An integer in the order of the floating-point number with these bits, see [ByteLoop]; both
  /// zeros are one.
  private static int key(int bits) {
    int sign = bits >> 31;
    return ((bits & Integer.MAX_VALUE) ^ sign) - sign;
  }

  /// 0 if one of the numbers with these bits is NaN, else 1.
  private static long ordered(int a, int b) {
    int nan =
        (FLOAT_INFINITY - (a & Integer.MAX_VALUE)) | (FLOAT_INFINITY - (b & Integer.MAX_VALUE));
    return (long) ~nan >>> 63;
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
}
