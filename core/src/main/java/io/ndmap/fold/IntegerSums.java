package io.ndmap.fold;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Sums and counts of contiguous little-endian items of at most eight bytes, at most 65536 of them,
/// several at once in the lanes of a long. Behind the last item there are zeros up to a multiple of
/// eight items.
///
/// Signed integers are made unsigned by turning their sign bits round; what that adds is subtracted
/// in the end.
public final class IntegerSums {

  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long LANES_16 = 0x00ff_00ff_00ff_00ffL;
  private static final long LANES_32 = 0x0000_ffff_0000_ffffL;
  private static final long LANE_64 = 0xffff_ffffL;

  private IntegerSums() {}

  /// Adds booleans, integers or times.
  ///
  /// @param at byte offset of the first
  /// @param count how many
  /// @param sum takes their exact sum
  public static void add(ScalarKind kind, MemorySegment memory, long at, int count, Int128Sum sum) {
    int longs = longs(count, kind.itemsize());
    switch (kind) {
      case BOOL -> sum.add(setBytes(memory, at, longs, -1));
      case INT8 -> sum.add(bytes(memory, at, longs, 0x8080_8080_8080_8080L) - 0x400L * longs);
      case UINT8 -> sum.add(bytes(memory, at, longs, 0));
      case INT16 -> sum.add(shorts(memory, at, longs, 0x8000_8000_8000_8000L) - 0x2_0000L * longs);
      case UINT16 -> sum.add(shorts(memory, at, longs, 0));
      case INT32 ->
          sum.add(ints(memory, at, longs, 0x8000_0000_8000_0000L) - 0x1_0000_0000L * longs);
      case UINT32 -> sum.add(ints(memory, at, longs, 0));
      case UINT64 -> longs(memory, at, longs, 0, sum);
      default -> longs(memory, at, longs, Long.MIN_VALUE, sum);
    }
  }

  private static int longs(int count, int itemsize) {
    return Math.ceilDiv(count * itemsize, Long.BYTES);
  }

  private static long bytes(MemorySegment memory, long at, int longs, long turn) {
    long sums = 0;
    MemorySegment part = Unowned.part(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long items = part.get(I8, (long) i << 3) ^ turn;
      long pairs = (items & LANES_16) + ((items >>> 8) & LANES_16);
      sums += (pairs & LANES_32) + ((pairs >>> 16) & LANES_32);
    }
    return (sums & LANE_64) + (sums >>> 32);
  }

  private static long shorts(MemorySegment memory, long at, int longs, long turn) {
    long sums = 0;
    MemorySegment part = Unowned.part(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long items = part.get(I8, (long) i << 3) ^ turn;
      sums += (items & LANES_32) + ((items >>> 16) & LANES_32);
    }
    return (sums & LANE_64) + (sums >>> 32);
  }

  private static long ints(MemorySegment memory, long at, int longs, long turn) {
    long sums = 0;
    MemorySegment part = Unowned.part(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long items = part.get(I8, (long) i << 3) ^ turn;
      sums += (items & LANE_64) + (items >>> 32);
    }
    return sums;
  }

  /// The halves are summed apart: neither can overflow.
  private static void longs(MemorySegment memory, long at, int longs, long turn, Int128Sum sum) {
    long highs = 0;
    long lows = 0;
    MemorySegment part = Unowned.part(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long item = part.get(I8, (long) i << 3) ^ turn;
      highs += item >>> 32;
      lows += item & LANE_64;
    }
    sum.addHalves(highs - (turn >>> 32) * longs, lows);
  }

  /// How many items are not zero.
  ///
  /// @param at byte offset of the first
  /// @param count how many
  /// @param itemsize 1, 2, 4 or 8 bytes
  /// @param magnitude the bits of an item that count, in the byte order of the items
  /// @param zero the item that counts as zero, in the same order; of one byte, zero
  /// @return the count, with what fills up eight items
  public static long nonZero(
      MemorySegment memory, long at, int count, int itemsize, long magnitude, long zero) {
    int longs = longs(count, itemsize);
    if (itemsize == 1) {
      return setBytes(memory, at, longs, repeated(magnitude, 1));
    }
    long counted = repeated(magnitude, itemsize);
    long flip = repeated(zero, itemsize);
    return set(memory, at, longs, itemsize, counted, flip);
  }

  private static long setBytes(MemorySegment memory, long at, int longs, long counted) {
    long low = 0x7f7f_7f7f_7f7f_7f7fL;
    long one = 0x0101_0101_0101_0101L;
    long sums = 0;
    MemorySegment part = Unowned.part(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long items = part.get(I8, (long) i << 3) & counted;
      // The highest bit of an item is set by a carry from the others, or is its own.
      long set = ((((items & low) + low) | items) >>> 7) & one;
      sums += (set & LANES_16) + ((set >>> 8) & LANES_16);
    }
    return total(sums, Short.BYTES);
  }

  private static long set(
      MemorySegment memory, long at, int longs, int itemsize, long counted, long flip) {
    int shift = Byte.SIZE * itemsize - 1;
    long one = repeated(1, itemsize);
    long low = ~(one << shift);
    long sums = 0;
    MemorySegment part = Unowned.part(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long items = (part.get(I8, (long) i << 3) ^ flip) & counted;
      sums += ((((items & low) + low) | items) >>> shift) & one;
    }
    return total(sums, itemsize);
  }

  /// How many floating-point numbers are NaN.
  ///
  /// @param infinity the bits of infinity
  /// @return the count
  public static long nan(MemorySegment memory, long at, int count, int itemsize, long infinity) {
    int longs = longs(count, itemsize);
    int shift = Byte.SIZE * itemsize - 1;
    long one = repeated(1, itemsize);
    long high = one << shift;
    long most = repeated(infinity, itemsize) | high;
    long sums = 0;
    MemorySegment part = Unowned.part(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      // The highest bit of an item is borrowed from by what is more than infinity.
      long numbers = most - (part.get(I8, (long) i << 3) & ~high);
      long nan = (~numbers >>> shift) & one;
      sums += itemsize == 1 ? Long.bitCount(nan) : nan;
    }
    return itemsize == 1 ? sums : total(sums, itemsize);
  }

  /// A long full of one item.
  static long repeated(long item, int itemsize) {
    return switch (itemsize) {
      case Byte.BYTES -> (item & 0xff) * 0x0101_0101_0101_0101L;
      case Short.BYTES -> (item & 0xffff) * 0x0001_0001_0001_0001L;
      case Integer.BYTES -> (item & LANE_64) * 0x0000_0001_0000_0001L;
      default -> item;
    };
  }

  /// The sum of the lanes of a long.
  private static long total(long sums, int itemsize) {
    long ints = itemsize == 2 ? (sums & LANES_32) + ((sums >>> 16) & LANES_32) : sums;
    return itemsize <= 4 ? (ints & LANE_64) + (ints >>> 32) : ints;
  }
}
