package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;

/// Sums of contiguous little-endian integers in a native segment, and counts of items that are not
/// zero or NaN: several at once in the lanes of a long, in loops that HotSpot vectorizes.
///
/// Items begin at `at`.
public final class IntegerSums {

  /// The most bytes of one call, so that no lane overflows.
  public static final int MOST = 1 << 17;

  private IntegerSums() {}

  /// The sum of integers of one byte.
  ///
  /// @param longs how many times eight items, at most [#MOST] bytes
  /// @return the exact sum
  public static long bytes(MemorySegment segment, long at, int longs, boolean signed) {
    return IntegerLoops.bytes(RunBuffers.longs(segment, at, longs), longs, signed);
  }

  /// The sum of integers of two bytes.
  ///
  /// @param longs how many times four items, at most [#MOST] bytes
  /// @return the exact sum
  public static long shorts(MemorySegment segment, long at, int longs, boolean signed) {
    return IntegerLoops.shorts(RunBuffers.longs(segment, at, longs), longs, signed);
  }

  /// The sum of integers of four bytes.
  ///
  /// @param longs how many times two items, at most [#MOST] bytes
  /// @return the exact sum
  public static long ints(MemorySegment segment, long at, int longs, boolean signed) {
    return IntegerLoops.ints(RunBuffers.longs(segment, at, longs), longs, signed);
  }

  /// Adds integers of eight bytes.
  ///
  /// @param longs how many
  /// @param total takes their exact sum
  public static void longs(
      MemorySegment segment, long at, int longs, boolean signed, Int128Sum total) {
    IntegerLoops.longs(RunBuffers.longs(segment, at, longs), longs, signed, total);
  }

  /// How many bytes are not zero.
  ///
  /// @param longs how many times eight bytes, at most [#MOST] bytes
  /// @return the count
  public static long nonZeroBytes(MemorySegment segment, long at, int longs) {
    return IntegerLoops.nonZeroBytes(RunBuffers.longs(segment, at, longs), longs);
  }

  /// How many items of two, four or eight bytes are not zero.
  ///
  /// @param longs how many times eight bytes, at most [#MOST] bytes
  /// @param magnitude the bits of an item that count
  /// @return the count
  public static long nonZero(
      MemorySegment segment, long at, int longs, int itemsize, long magnitude) {
    return IntegerLoops.nonZero(RunBuffers.longs(segment, at, longs), longs, itemsize, magnitude);
  }

  /// How many floating-point numbers of two, four or eight bytes are NaN.
  ///
  /// @param longs how many times eight bytes, at most [#MOST] bytes
  /// @param infinity the bits of infinity
  /// @return the count
  public static long nan(MemorySegment segment, long at, int longs, int itemsize, long infinity) {
    return IntegerLoops.nan(RunBuffers.longs(segment, at, longs), longs, itemsize, infinity);
  }
}
