package io.ndmap.loop.plain;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;
import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Loop;
import io.ndmap.loop.plain.PlainTemplateData.DoubleItem;
import io.ndmap.loop.plain.PlainTemplateData.DoubleMap;
import io.ndmap.loop.plain.PlainTemplateData.DoubleRows;
import io.ndmap.loop.plain.PlainTemplateData.IntMap;
import io.ndmap.loop.plain.PlainTemplateData.IntRows;
import io.ndmap.loop.plain.PlainTemplateData.LongItem;
import io.ndmap.loop.plain.PlainTemplateData.LongMap;
import io.ndmap.loop.plain.PlainTemplateData.LongRows;
import io.ndmap.op.Binary;
import org.jspecify.annotations.Nullable;

/// The operations of [FourRows] in plain form. Min/max of floating-point numbers is computed on
/// integers in the same order, because HotSpot does not vectorize min/max of doubles.
final class PlainFourRows {

  private static final int INFINITY = 0x7f80_0000;
  private static final long LONG_INFINITY = 0x7ff0_0000_0000_0000L;

  private PlainFourRows() {}

  /// Returns the plain form of an operation.
  ///
  /// @param map the operation on two results; not needed for min/max
  /// @param lane the scalar type of the elements
  /// @return null if there is none; rows are then combined one by one
  static @Nullable Object of(FourRows rows, @Nullable Object map, ScalarKind lane) {
    Object operation = rows.operation();
    boolean least = operation == Binary.MINIMUM || operation == Binary.FMIN;
    boolean greatest = operation == Binary.MAXIMUM || operation == Binary.FMAX;
    boolean skipsNaN = operation == Binary.FMIN || operation == Binary.FMAX;
    if (least || greatest) {
      return switch (lane) {
        case INT64, UINT64 -> longs(lane == ScalarKind.UINT64 ? Long.MIN_VALUE : 0, greatest);
        case FLOAT64 -> doubles(greatest, greatest != skipsNaN);
        case INT32, UINT32 -> ints(lane == ScalarKind.UINT32 ? Integer.MIN_VALUE : 0, greatest);
        case FLOAT32 -> floats(greatest, greatest != skipsNaN);
        default -> null;
      };
    }
    return switch (map) {
      case LongMap longs -> new LongRows(longItem(lane), longs, longs);
      case DoubleMap doubles -> new DoubleRows(doubleItem(lane), doubles, doubles);
      case null, default -> null;
    };
  }

  /// Returns the loop class for a plain form.
  static Class<? extends Loop> template(Object row) {
    return switch (row) {
      case LongRows _ -> PlainLongRows.class;
      case IntRows _ -> PlainIntRows.class;
      default -> PlainDoubleRows.class;
    };
  }

  private static LongItem longItem(ScalarKind lane) {
    return switch (lane) {
      case INT16 -> (items, at) -> items.get(SHORT, at);
      case INT32 -> (items, at) -> items.get(INT, at);
      default -> (items, at) -> items.get(LONG, at);
    };
  }

  private static DoubleItem doubleItem(ScalarKind lane) {
    return lane == ScalarKind.FLOAT32
        ? (items, at) -> items.get(FLOAT, at)
        : (items, at) -> items.get(DOUBLE, at);
  }

  // ---- min/max

  /// @param flip the xor mask from unsigned to signed order
  private static LongRows longs(long flip, boolean greatest) {
    LongMap pick = pickLong(greatest);
    return new LongRows(
        (items, at) -> items.get(LONG, at) ^ flip,
        pick,
        (z, a, _) -> pick.of(z ^ flip, a, a) ^ flip);
  }

  private static IntRows ints(int flip, boolean greatest) {
    IntMap pick = pickInt(greatest);
    return new IntRows(
        (items, at) -> items.get(INT, at) ^ flip,
        pick,
        (z, a, _) -> pick.of(z ^ flip, a, a) ^ flip);
  }

  /// @param nanIsGreat whether NaN is above all numbers; otherwise NaN is below all numbers
  private static LongRows doubles(boolean greatest, boolean nanIsGreat) {
    long shift = nanIsGreat ? Long.MIN_VALUE + LONG_INFINITY + 1 : Long.MAX_VALUE - LONG_INFINITY;
    LongMap pick = pickLong(greatest);
    return new LongRows(
        (items, at) -> ordered(items.get(LONG, at)) + shift,
        pick,
        (z, a, _) -> ordered(pick.of(ordered(z) + shift, a, a) - shift));
  }

  private static IntRows floats(boolean greatest, boolean nanIsGreat) {
    int shift = nanIsGreat ? Integer.MIN_VALUE + INFINITY + 1 : Integer.MAX_VALUE - INFINITY;
    IntMap pick = pickInt(greatest);
    return new IntRows(
        (items, at) -> ordered(items.get(INT, at)) + shift,
        pick,
        (z, a, _) -> ordered(pick.of(ordered(z) + shift, a, a) - shift));
  }

  private static LongMap pickLong(boolean greatest) {
    return greatest ? (a, b, _) -> Math.max(a, b) : (a, b, _) -> Math.min(a, b);
  }

  private static IntMap pickInt(boolean greatest) {
    return greatest ? (a, b, _) -> Math.max(a, b) : (a, b, _) -> Math.min(a, b);
  }

  /// Maps the bits of a floating-point number to an integer in the same order; also the inverse
  /// mapping. NaNs of the two signs are at both ends of the order. Adding a shift moves the NaNs of
  /// one end to the other end.
  private static long ordered(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  private static int ordered(int bits) {
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }
}
