package io.ndmap.kernel;

import java.nio.LongBuffer;

/// Loops over contiguous items in native memory, several at once in the lanes of a long; HotSpot
/// vectorizes them.
///
/// Signed integers are made unsigned by turning their sign bits round; what that adds is subtracted
/// in the end.
final class IntegerLoops {

  private static final long LANES_16 = 0x00ff_00ff_00ff_00ffL;
  private static final long LANES_32 = 0x0000_ffff_0000_ffffL;
  private static final long LANE_64 = 0xffff_ffffL;

  private static final int LANES = 512;

  private IntegerLoops() {}

  /// The sum of integers of one byte.
  ///
  /// @param longs how many times eight items, at most [IntegerSums#MOST] bytes
  /// @return the exact sum
  static long bytes(LongBuffer from, int longs, boolean signed) {
    long turn = signed ? 0x8080_8080_8080_8080L : 0;
    int full = longs & -LANES;
    long sums = 0;
    if (full > 0) {
      long[] lanes = new long[LANES];
      for (int i = 0; i < full; i += LANES) {
        bytes(from, i, turn, lanes);
      }
      for (int j = 0; j < LANES; j++) {
        sums += (lanes[j] & LANES_32) + ((lanes[j] >>> 16) & LANES_32);
      }
    }
    for (int i = full; i < longs; i++) {
      long items = from.get(i) ^ turn;
      long pairs = (items & LANES_16) + ((items >>> 8) & LANES_16);
      sums += (pairs & LANES_32) + ((pairs >>> 16) & LANES_32);
    }
    return (sums & LANE_64) + (sums >>> 32) - (signed ? 8L * 0x80 * longs : 0);
  }

  /// Adds a block of bytes to lanes of 16 bits, each of which takes 510 at most, and 32 times as
  /// much from all blocks. An array of lanes, and a small body, are what HotSpot vectorises most
  /// surely: a sum in variables, or four longs at a time for each lane, depend on the process.
  private static void bytes(LongBuffer from, int at, long turn, long[] lanes) {
    for (int j = 0; j < LANES; j++) {
      long items = from.get(at + j) ^ turn;
      lanes[j] += (items & LANES_16) + ((items >>> 8) & LANES_16);
    }
  }

  /// The sum of integers of two bytes.
  ///
  /// @param longs how many times four items, at most [IntegerSums#MOST] bytes
  /// @return the exact sum
  static long shorts(LongBuffer from, int longs, boolean signed) {
    long turn = signed ? 0x8000_8000_8000_8000L : 0;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = from.get(i) ^ turn;
      sums += (items & LANES_32) + ((items >>> 16) & LANES_32);
    }
    return (sums & LANE_64) + (sums >>> 32) - (signed ? 4L * 0x8000 * longs : 0);
  }

  /// The sum of integers of four bytes.
  ///
  /// @param longs how many times two items, at most [IntegerSums#MOST] bytes
  /// @return the exact sum
  static long ints(LongBuffer from, int longs, boolean signed) {
    long turn = signed ? 0x8000_0000_8000_0000L : 0;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = from.get(i) ^ turn;
      sums += (items & LANE_64) + (items >>> 32);
    }
    return sums - (signed ? 0x1_0000_0000L * longs : 0);
  }

  /// Adds integers of eight bytes.
  ///
  /// @param longs how many
  /// @param total takes their exact sum
  static void longs(LongBuffer from, int longs, boolean signed, Int128Sum total) {
    long highs = 0;
    long lows = 0;
    if (signed) {
      for (int i = 0; i < longs; i++) {
        long item = from.get(i);
        highs += item >> 32;
        lows += item & LANE_64;
      }
    } else {
      for (int i = 0; i < longs; i++) {
        long item = from.get(i);
        highs += item >>> 32;
        lows += item & LANE_64;
      }
    }
    total.addHalves(highs, lows);
  }

  /// How many bytes are not zero.
  ///
  /// @param longs how many times eight bytes, at most [IntegerSums#MOST] bytes
  /// @return the count
  static long nonZeroBytes(LongBuffer from, int longs) {
    long low = 0x7f7f_7f7f_7f7f_7f7fL;
    long one = 0x0101_0101_0101_0101L;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = from.get(i);
      // The highest bit of a byte is set by a carry from the others, or is its own.
      long set = ((((items & low) + low) | items) >>> 7) & one;
      sums += (set & LANES_16) + ((set >>> 8) & LANES_16);
    }
    long pairs = (sums & LANES_32) + ((sums >>> 16) & LANES_32);
    return (pairs & LANE_64) + (pairs >>> 32);
  }

  /// How many items of two, four or eight bytes are not zero.
  ///
  /// @param longs how many times eight bytes, at most [IntegerSums#MOST] bytes
  /// @param magnitude the bits of an item that count
  /// @return the count
  static long nonZero(LongBuffer from, int longs, int itemsize, long magnitude) {
    int shift = Byte.SIZE * itemsize - 1;
    long one = repeated(1, itemsize);
    long low = ~(one << shift);
    long counted = repeated(magnitude, itemsize);
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = from.get(i) & counted;
      // The highest bit of an item is set by a carry from the others, or is its own.
      sums += ((((items & low) + low) | items) >>> shift) & one;
    }
    return total(sums, itemsize);
  }

  /// How many floating-point numbers of two, four or eight bytes are NaN.
  ///
  /// @param longs how many times eight bytes, at most [IntegerSums#MOST] bytes
  /// @param infinity the bits of infinity
  /// @return the count
  static long nan(LongBuffer from, int longs, int itemsize, long infinity) {
    int shift = Byte.SIZE * itemsize - 1;
    long one = repeated(1, itemsize);
    long high = one << shift;
    long most = repeated(infinity, itemsize) | high;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      // The highest bit of an item is borrowed from by what is more than infinity.
      long numbers = most - (from.get(i) & ~high);
      sums += (~numbers >>> shift) & one;
    }
    return total(sums, itemsize);
  }

  /// A long full of one item.
  private static long repeated(long item, int itemsize) {
    return switch (itemsize) {
      case Short.BYTES -> (item & 0xffff) * 0x0001_0001_0001_0001L;
      case Integer.BYTES -> (item & LANE_64) * 0x0000_0001_0000_0001L;
      default -> item;
    };
  }

  /// The sum of the lanes of a long.
  private static long total(long sums, int itemsize) {
    return switch (itemsize) {
      case Short.BYTES -> {
        long pairs = (sums & LANES_32) + ((sums >>> 16) & LANES_32);
        yield (pairs & LANE_64) + (pairs >>> 32);
      }
      case Integer.BYTES -> (sums & LANE_64) + (sums >>> 32);
      default -> sums;
    };
  }
}
