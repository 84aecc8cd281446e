package io.ndmap.fold;

import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Counts down the columns of a table of items of up to eight bytes, of which a long holds one or
/// several: each adds 1 or 0 to its own bits, from where counts are taken before they run over.
public final class LaneCounts {

  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final int bits;
  private final long mask;
  private final long zero;
  // The highest bit of each item.
  private final long highest;
  // What brings what is counted up to that bit.
  private final long more;
  private final long[] lanes;
  private final long most;
  private final long[] counts;
  private long rows;

  private LaneCounts(int itemsize, int width, long mask, long zero, long more) {
    this.bits = Byte.SIZE * itemsize;
    this.most = -1L >>> (Long.SIZE - bits);
    long ones = Long.divideUnsigned(-1, most);
    this.mask = ones * (mask & most);
    this.zero = ones * (zero & most);
    this.highest = ones << (bits - 1);
    this.more = ones * more;
    this.lanes = new long[Math.ceilDiv(width * itemsize, Long.BYTES)];
    this.counts = new long[width];
  }

  /// Counts items that are not zero.
  ///
  /// @param itemsize 1, 2, 4 or 8
  /// @param width how many columns
  /// @param mask the bits of an item that count
  /// @param zero the item that counts as zero
  public static LaneCounts ofNonZero(int itemsize, int width, long mask, long zero) {
    return new LaneCounts(itemsize, width, mask, zero, magnitude(itemsize));
  }

  /// Counts floating-point numbers that are NaN.
  ///
  /// @param itemsize 2, 4 or 8
  /// @param width how many columns
  /// @param infinity the bits of infinity
  public static LaneCounts ofNaN(int itemsize, int width, long infinity) {
    long magnitude = magnitude(itemsize);
    return new LaneCounts(itemsize, width, magnitude, 0, magnitude - infinity);
  }

  /// All bits of an item but the highest one.
  private static long magnitude(int itemsize) {
    return Long.MAX_VALUE >>> (Long.SIZE - Byte.SIZE * itemsize);
  }

  /// Takes some columns of a row of contiguous items.
  ///
  /// @param at byte offset of the first
  /// @param first the first column, whose bytes begin a long of the row
  /// @param count how many; what follows them up to a multiple of eight bytes is read, and ignored
  public void take(MemorySegment memory, long at, int first, int count) {
    int begin = first * bits / Long.SIZE;
    int longs = Math.ceilDiv(count * bits, Long.SIZE);
    MemorySegment row = Unowned.part(memory, at, (long) longs << 3);
    long[] to = lanes;
    long counted = mask;
    long none = zero;
    long top = highest;
    long add = more;
    int shift = bits - 1;
    for (int i = 0; i < longs; i++) {
      long items = (row.get(I8, (long) i << 3) ^ none) & counted;
      to[begin + i] += ((((items & ~top) + add) | items) & top) >>> shift;
    }
  }

  /// All columns of a row were taken.
  public void taken() {
    rows++;
    if (rows == most) {
      empty();
    }
  }

  private void empty() {
    int perLong = Long.SIZE / bits;
    for (int k = 0; k < perLong; k++) {
      int shift = k * bits;
      for (int i = 0, j = k; j < counts.length; i++, j += perLong) {
        counts[j] += (lanes[i] >>> shift) & most;
      }
    }
    Arrays.fill(lanes, 0);
    rows = 0;
  }

  /// How many were counted in each column.
  ///
  /// @return the array itself
  public long[] counts() {
    empty();
    return counts;
  }
}
