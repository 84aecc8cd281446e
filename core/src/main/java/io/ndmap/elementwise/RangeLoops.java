package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;

/// Loops over numbers and a range of them, whose ends are given by their bits.
public final class RangeLoops {

  private RangeLoops() {}

  /// The kind of numbers whose loop orders those of another exactly.
  public static ScalarKind lane(ScalarKind kind) {
    return switch (kind) {
      case BOOL, INT8, INT16, UINT8, UINT16 -> ScalarKind.INT32;
      case UINT32 -> ScalarKind.INT64;
      case FLOAT16 -> ScalarKind.FLOAT32;
      default -> kind;
    };
  }

  /// Limits to the range; NaN stays NaN, and a zero the zero that it is.
  public static Loop clip(ScalarKind lane, long low, long high) {
    return switch (lane) {
      case INT32 -> clip((int) low, (int) high);
      case INT64 -> clip(low, high);
      case UINT64 -> clipUnsigned(low + Long.MIN_VALUE, high + Long.MIN_VALUE);
      case FLOAT32 -> clip(Float.intBitsToFloat((int) low), Float.intBitsToFloat((int) high));
      case FLOAT64 -> clip(Double.longBitsToDouble(low), Double.longBitsToDouble(high));
      default -> throw new AssertionError(lane);
    };
  }

  /// Tells what lies in the range, or what does not, as booleans.
  public static Loop within(ScalarKind lane, long low, long high, boolean not) {
    return switch (lane) {
      case INT32 -> within((int) low, (int) high, not);
      case INT64 -> within(low, high, not);
      case UINT64 -> withinUnsigned(low + Long.MIN_VALUE, high + Long.MIN_VALUE, not);
      case FLOAT32 ->
          within(Float.intBitsToFloat((int) low), Float.intBitsToFloat((int) high), not);
      case FLOAT64 -> within(Double.longBitsToDouble(low), Double.longBitsToDouble(high), not);
      default -> throw new AssertionError(lane);
    };
  }

  /// Tells the same of all.
  public static Loop always(boolean answer) {
    return (_, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        z.set(i, answer);
      }
    };
  }

  private static Loop clip(int low, int high) {
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        int item = x.getInt(i);
        item = item < low ? low : item;
        z.set(i, item > high ? high : item);
      }
    };
  }

  // Two comparisons without a branch between them.

  private static Loop within(int low, int high, boolean not) {
    int opposite = not ? 1 : 0;
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        int item = x.getInt(i);
        z.set(i, (byte) (((item >= low ? 1 : 0) & (item <= high ? 1 : 0)) ^ opposite));
      }
    };
  }

  private static Loop clip(long low, long high) {
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        long item = x.getLong(i);
        item = item < low ? low : item;
        z.set(i, item > high ? high : item);
      }
    };
  }

  private static Loop within(long low, long high, boolean not) {
    int opposite = not ? 1 : 0;
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        long item = x.getLong(i);
        z.set(i, (byte) (((item >= low ? 1 : 0) & (item <= high ? 1 : 0)) ^ opposite));
      }
    };
  }

  private static Loop clip(float low, float high) {
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        float item = x.getFloat(i);
        item = item < low ? low : item;
        z.set(i, item > high ? high : item);
      }
    };
  }

  private static Loop within(float low, float high, boolean not) {
    int opposite = not ? 1 : 0;
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        float item = x.getFloat(i);
        z.set(i, (byte) (((item >= low ? 1 : 0) & (item <= high ? 1 : 0)) ^ opposite));
      }
    };
  }

  private static Loop clip(double low, double high) {
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        double item = x.getDouble(i);
        item = item < low ? low : item;
        z.set(i, item > high ? high : item);
      }
    };
  }

  private static Loop within(double low, double high, boolean not) {
    int opposite = not ? 1 : 0;
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        double item = x.getDouble(i);
        z.set(i, (byte) (((item >= low ? 1 : 0) & (item <= high ? 1 : 0)) ^ opposite));
      }
    };
  }

  // With the highest bit flipped, numbers without a sign have the order of those with one.

  private static Loop clipUnsigned(long low, long high) {
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        long item = x.getLong(i) + Long.MIN_VALUE;
        z.set(i, Math.min(Math.max(item, low), high) + Long.MIN_VALUE);
      }
    };
  }

  private static Loop withinUnsigned(long low, long high, boolean not) {
    int opposite = not ? 1 : 0;
    return (x, _, z, count) -> {
      for (int i = 0; i < count; i++) {
        long item = x.getLong(i) + Long.MIN_VALUE;
        z.set(i, (byte) (((item >= low ? 1 : 0) & (item <= high ? 1 : 0)) ^ opposite));
      }
    };
  }
}
