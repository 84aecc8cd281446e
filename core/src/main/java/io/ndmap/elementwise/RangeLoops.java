package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;

/// Loops over numbers and a range of them, whose ends are given by their bits.
public final class RangeLoops {

  private RangeLoops() {}

  /// The kind of numbers whose loop orders those of another exactly.
  public static ScalarKind lane(ScalarKind kind) {
    return switch (kind) {
      case BOOL -> ScalarKind.INT32;
      case UINT32 -> ScalarKind.INT64;
      case FLOAT16 -> ScalarKind.FLOAT32;
      default -> kind;
    };
  }

  /// Limits to the range; NaN stays NaN, and a zero the zero that it is.
  public static Loop clip(ScalarKind lane, long low, long high) {
    return switch (lane) {
      case INT8, INT16, UINT8, UINT16 -> SmallIntLoops.clip(lane, low, high);
      case INT32 -> clip((int) low, (int) high);
      case INT64 -> clip(low, high);
      case UINT64 -> clipUnsigned(low + Long.MIN_VALUE, high + Long.MIN_VALUE);
      case FLOAT32 -> clip(Float.intBitsToFloat((int) low), Float.intBitsToFloat((int) high));
      case FLOAT64 -> clip(Double.longBitsToDouble(low), Double.longBitsToDouble(high));
      default -> throw new AssertionError(lane);
    };
  }

  /// Tells what lies in the range, or what does not, as booleans; without branches, which depend on
  /// what a loop has met before.
  ///
  /// Numbers are compared as integers of their order: floating-point numbers by their bits, with
  /// all but the sign flipped in negative ones, those without a sign with their highest bit
  /// flipped.
  public static Loop within(ScalarKind lane, long low, long high, boolean not) {
    if (PackedInts.has(lane)) {
      return SmallIntLoops.within(lane, low, high, not);
    }
    boolean ints = lane.itemsize() == Integer.BYTES;
    long fold = lane.isFloat() ? (ints ? Integer.MAX_VALUE : Long.MAX_VALUE) : 0;
    long flip = lane == ScalarKind.UINT64 ? Long.MIN_VALUE : 0;
    long least = key(ints ? (int) low : low, fold) ^ flip;
    long span = (key(ints ? (int) high : high, fold) ^ flip) - least;
    long inside = not ? 0 : 1;
    int floats = (int) fold;
    int from = (int) least;
    int width = (int) span;
    return ByteLoop.of(
        lane.itemsize(),
        ints
            ? (first, _, mask, count) -> {
              Run x = first.part(count, Integer.BYTES);
              for (int i = 0; i < count; i++) {
                mask[i] = (byte) (beyond(key(x.getInt(i), floats) - from, width) ^ inside);
              }
            }
            : (first, _, mask, count) -> {
              Run x = first.part(count, Long.BYTES);
              for (int i = 0; i < count; i++) {
                long key = key(x.getLong(i), fold) ^ flip;
                mask[i] = (byte) (beyond(key - least, span) ^ inside);
              }
            });
  }

  /// Brings bits into the order of integers, and back.
  ///
  /// HotSpot vectorizes the loops of [#clip] where this is a constant, and not where they capture
  /// it: those take twice as long.
  ///
  /// @param fold all bits but the sign of floating-point numbers, else 0
  private static int key(int bits, int fold) {
    return bits ^ ((bits >> 31) & fold);
  }

  private static long key(long bits, long fold) {
    return bits ^ ((bits >> 63) & fold);
  }

  /// The borrow of span - distance, both without a sign.
  private static long beyond(long distance, long span) {
    return ((~span & distance) | ((~span | distance) & (span - distance))) >>> 63;
  }

  private static int beyond(int distance, int span) {
    return ((~span & distance) | ((~span | distance) & (span - distance))) >>> 31;
  }

  /// Tells the same of all.
  public static Loop always(boolean answer) {
    return (_, _, results, count) -> {
      Run z = results.target(count, Byte.BYTES);
      for (int i = 0; i < count; i++) {
        z.set(i, answer);
      }
    };
  }

  private static Loop clip(int low, int high) {
    return IntLoop.of(
        (first, _, z, count) -> {
          Run x = first.part(count, Integer.BYTES);
          for (int i = 0; i < count; i++) {
            z[i] = Math.min(Math.max(x.getInt(i), low), high);
          }
        });
  }

  private static Loop clip(long low, long high) {
    return (first, _, results, count) -> {
      Run x = first.part(count, Long.BYTES);
      Run z = results.target(count, Long.BYTES);
      for (int i = 0; i < count; i++) {
        long item = x.getLong(i);
        item = item < low ? low : item;
        z.set(i, item > high ? high : item);
      }
    };
  }

  // Floating-point numbers are limited as integers of their order, which are vectorized. What is
  // not in that order stays as it is: NaN, and zeros of either sign if the range has them.

  private static Loop clip(float low, float high) {
    int least = key(Float.floatToRawIntBits(low), Integer.MAX_VALUE);
    int most = key(Float.floatToRawIntBits(high), Integer.MAX_VALUE);
    int infinity = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
    int zeros = low <= 0 && 0 <= high ? -1 : 0;
    // From 0.0 to -0.0, negative numbers become 0.0 and others -0.0.
    int turned = low == high && least > most ? Integer.MIN_VALUE : 0;
    return IntLoop.of(
        (first, _, z, count) -> {
          Run x = first.part(count, Integer.BYTES);
          for (int i = 0; i < count; i++) {
            int bits = x.getInt(i);
            int size = bits & Integer.MAX_VALUE;
            int stays = ((infinity - size) | ((size - 1) & zeros)) >> 31;
            int limited =
                key(
                    Math.min(Math.max(key(bits, Integer.MAX_VALUE), least), most),
                    Integer.MAX_VALUE);
            limited ^= bits & turned;
            z[i] = limited ^ ((limited ^ bits) & stays);
          }
        });
  }

  private static Loop clip(double low, double high) {
    long least = key(Double.doubleToRawLongBits(low), Long.MAX_VALUE);
    long most = key(Double.doubleToRawLongBits(high), Long.MAX_VALUE);
    long infinity = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
    long zeros = low <= 0 && 0 <= high ? -1 : 0;
    // From 0.0 to -0.0, negative numbers become 0.0 and others -0.0.
    long turned = low == high && least > most ? Long.MIN_VALUE : 0;
    return LongLoop.of(
        (first, _, z, count) -> {
          Run x = first.part(count, Long.BYTES);
          for (int i = 0; i < count; i++) {
            long bits = x.getLong(i);
            long size = bits & Long.MAX_VALUE;
            long stays = ((infinity - size) | ((size - 1) & zeros)) >> 63;
            long limited =
                key(Math.min(Math.max(key(bits, Long.MAX_VALUE), least), most), Long.MAX_VALUE);
            limited ^= bits & turned;
            z[i] = limited ^ ((limited ^ bits) & stays);
          }
        });
  }

  // With the highest bit flipped, numbers without a sign have the order of those with one.

  private static Loop clipUnsigned(long low, long high) {
    return (first, _, results, count) -> {
      Run x = first.part(count, Long.BYTES);
      Run z = results.target(count, Long.BYTES);
      for (int i = 0; i < count; i++) {
        long item = x.getLong(i) + Long.MIN_VALUE;
        z.set(i, Math.min(Math.max(item, low), high) + Long.MIN_VALUE);
      }
    };
  }
}
