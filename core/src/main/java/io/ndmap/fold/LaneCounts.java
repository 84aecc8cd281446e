package io.ndmap.fold;

import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Counts down the columns of a table of items of up to eight bytes, of which a long holds one or
/// several: each adds 1 or 0 to its own bits, from where counts are taken before they run over.
public final class LaneCounts {

  /// Rows that are taken at once.
  public static final int ROWS = 4;

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

  /// Takes some columns of four rows of contiguous items.
  ///
  /// @param from byte offsets of the rows
  /// @param first the first column, whose bytes begin a long of a row
  /// @param count how many; what follows them up to a multiple of eight bytes is read, and ignored
  public void take(MemorySegment memory, long[] from, int first, int count) {
    int begin = first * bits / Long.SIZE;
    int longs = Math.ceilDiv(count * bits, Long.SIZE);
    long bytes = (long) longs << 3;
    MemorySegment a = Unowned.part(memory, from[0], bytes);
    MemorySegment b = Unowned.part(memory, from[1], bytes);
    MemorySegment c = Unowned.part(memory, from[2], bytes);
    MemorySegment d = Unowned.part(memory, from[3], bytes);
    long[] to = lanes;
    long counted = mask;
    long none = zero;
    long top = highest;
    long add = more;
    int shift = bits - 1;
    for (int i = 0; i < longs; i++) {
      long at = (long) i << 3;
      long p = (a.get(I8, at) ^ none) & counted;
      long q = (b.get(I8, at) ^ none) & counted;
      long r = (c.get(I8, at) ^ none) & counted;
      long s = (d.get(I8, at) ^ none) & counted;
      p = ((((p & ~top) + add) | p) & top) >>> shift;
      q = ((((q & ~top) + add) | q) & top) >>> shift;
      r = ((((r & ~top) + add) | r) & top) >>> shift;
      s = ((((s & ~top) + add) | s) & top) >>> shift;
      to[begin + i] += (p + q) + (r + s);
    }
  }

  /// Eight bytes of items that are not counted.
  ///
  /// @return a little-endian long
  public long nothing() {
    return zero;
  }

  /// All columns of some rows were taken.
  ///
  /// @param some how many, at most [#ROWS]; what was given in place of others was [#nothing]
  public void taken(int some) {
    rows += some;
    if (Long.compareUnsigned(rows, most - ROWS) > 0) {
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
