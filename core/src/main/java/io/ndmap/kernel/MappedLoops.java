package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Loops over little-endian items that stand one behind the other in mapped memory. Made from
/// [NativeLoops] by replacing the name; a test fails when they differ.
///
/// Signed integers are made unsigned by turning their sign bits round; what that adds is subtracted
/// in the end.
final class MappedLoops {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LITTLE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long LANES_16 = 0x00ff_00ff_00ff_00ffL;
  private static final long LANES_32 = 0x0000_ffff_0000_ffffL;
  private static final long LANE_64 = 0xffff_ffffL;

  private MappedLoops() {}

  /// The sum of integers of one byte.
  ///
  /// @param longs how many times eight items, at most [IntegerSums#MOST] bytes
  /// @return the exact sum
  static long bytes(MemorySegment segment, long at, int longs, boolean signed) {
    long turn = signed ? 0x8080_8080_8080_8080L : 0;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = segment.get(LITTLE, at + i * 8L) ^ turn;
      long pairs = (items & LANES_16) + ((items >>> 8) & LANES_16);
      sums += (pairs & LANES_32) + ((pairs >>> 16) & LANES_32);
    }
    return (sums & LANE_64) + (sums >>> 32) - (signed ? 8L * 0x80 * longs : 0);
  }

  /// The sum of integers of two bytes.
  ///
  /// @param longs how many times four items, at most [IntegerSums#MOST] bytes
  /// @return the exact sum
  static long shorts(MemorySegment segment, long at, int longs, boolean signed) {
    long turn = signed ? 0x8000_8000_8000_8000L : 0;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = segment.get(LITTLE, at + i * 8L) ^ turn;
      sums += (items & LANES_32) + ((items >>> 16) & LANES_32);
    }
    return (sums & LANE_64) + (sums >>> 32) - (signed ? 4L * 0x8000 * longs : 0);
  }

  /// The sum of integers of four bytes.
  ///
  /// @param longs how many times two items, at most [IntegerSums#MOST] bytes
  /// @return the exact sum
  static long ints(MemorySegment segment, long at, int longs, boolean signed) {
    long turn = signed ? 0x8000_0000_8000_0000L : 0;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = segment.get(LITTLE, at + i * 8L) ^ turn;
      sums += (items & LANE_64) + (items >>> 32);
    }
    return sums - (signed ? 0x1_0000_0000L * longs : 0);
  }

  /// Adds integers of eight bytes.
  ///
  /// @param longs how many
  /// @param total takes their exact sum
  static void longs(MemorySegment segment, long at, int longs, boolean signed, WideSum total) {
    long highs = 0;
    long lows = 0;
    if (signed) {
      for (int i = 0; i < longs; i++) {
        long item = segment.get(LITTLE, at + i * 8L);
        highs += item >> 32;
        lows += item & LANE_64;
      }
    } else {
      for (int i = 0; i < longs; i++) {
        long item = segment.get(LITTLE, at + i * 8L);
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
  static long nonZeroBytes(MemorySegment segment, long at, int longs) {
    long low = 0x7f7f_7f7f_7f7f_7f7fL;
    long one = 0x0101_0101_0101_0101L;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = segment.get(LITTLE, at + i * 8L);
      // The highest bit of a byte is set by a carry from the others, or is its own.
      long set = ((((items & low) + low) | items) >>> 7) & one;
      sums += (set & LANES_16) + ((set >>> 8) & LANES_16);
    }
    long pairs = (sums & LANES_32) + ((sums >>> 16) & LANES_32);
    return (pairs & LANE_64) + (pairs >>> 32);
  }

  /// How many items of eight bytes are not zero.
  ///
  /// @param magnitude the bits that count
  /// @return the count
  static long nonZeroLongs(MemorySegment segment, long at, int longs, long magnitude) {
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long item = segment.get(LITTLE, at + i * 8L) & magnitude;
      sums += (item | -item) >>> 63;
    }
    return sums;
  }

  /// How many doubles are NaN.
  ///
  /// @return the count
  static long nanDoubles(MemorySegment segment, long at, int longs) {
    long infinity = 0x7ff0_0000_0000_0000L;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long item = segment.get(LITTLE, at + i * 8L) & Long.MAX_VALUE;
      sums += (infinity - item) >>> 63;
    }
    return sums;
  }

  /// The smallest and the largest key of items of eight bytes.
  static void extremes(
      MemorySegment segment, long at, int count, long flip, long turn, Extremes result) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long bits = segment.get(LITTLE, at + i * 8L);
      long key = (bits ^ flip) ^ (bits >> 63 & turn);
      min = Math.min(min, key);
      max = Math.max(max, key);
    }
    result.set(min, max);
  }

  /// The smallest and the largest key of items of four bytes.
  static void extremes(
      MemorySegment segment, long at, int count, int flip, int turn, Extremes result) {
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int bits = segment.get(INT, at + i * 4L);
      int key = (bits ^ flip) ^ (bits >> 31 & turn);
      min = Math.min(min, key);
      max = Math.max(max, key);
    }
    result.set(min, max);
  }
}
