package io.ndmap.fold;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unowned;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The smallest or largest items down the columns of a table, as keys of [SortableBits]; where
/// there may be NaN both, as in [Extremes].
///
/// Rows are read as ints, in which small items are several, or as longs, and the extremes are in
/// Java arrays: HotSpot vectorizes loops from native memory into these. Each of several items is
/// looked at once at the top of its int, as in [Extremes].
public final class ColumnExtremes {

  /// Rows that are taken at once.
  public static final int ROWS = 4;

  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt I4 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Extremes items;
  private final int turn;
  // Turns all bits of integers over where the smallest is looked for.
  private final int over;
  private final SortableBits keys;
  private final int perInt;
  // One array for each place in an int: loops at different indices do not vectorize.
  private final int[][] lows;
  private final int[][] highs;
  private final long[] longLows;
  private final long[] longHighs;

  /// @param kind of at most eight bytes
  /// @param keys of its items
  /// @param width how many columns
  /// @param largest which ones are asked for
  public ColumnExtremes(ScalarKind kind, SortableBits keys, int width, boolean largest) {
    int itemsize = kind.itemsize();
    this.items = new Extremes(kind, keys, Extremes.Wanted.BOTH);
    this.turn = (int) keys.turn() << (itemsize == Short.BYTES ? Short.SIZE : 0);
    this.keys = keys;
    this.over = largest || !keys.hasNoNaN() ? 0 : -1;
    this.perInt = Integer.BYTES / itemsize;
    int words = perInt == 0 ? 0 : Math.ceilDiv(width, perInt);
    boolean isBoth = !keys.hasNoNaN();
    this.lows = new int[perInt][isBoth ? words : 0];
    this.highs = new int[perInt][words];
    this.longHighs = new long[perInt == 0 ? width : 0];
    this.longLows = new long[isBoth ? longHighs.length : 0];
    for (int k = 0; k < perInt; k++) {
      Arrays.fill(lows[k], Integer.MAX_VALUE);
      Arrays.fill(highs[k], Integer.MIN_VALUE);
    }
    Arrays.fill(longLows, Long.MAX_VALUE);
    Arrays.fill(longHighs, Long.MIN_VALUE);
  }

  /// Takes some columns of four rows of contiguous little-endian items.
  ///
  /// @param rows byte offsets of the first items; the same row twice makes no difference
  /// @param first the first column, a multiple of four
  /// @param count how many; what follows them up to a multiple of four bytes is read, and ignored
  public void take(MemorySegment memory, long[] rows, int first, int count) {
    if (perInt == 0) {
      if (keys.hasNoNaN()) {
        takeIntegers(memory, rows, first, count);
      } else {
        takeLongs(memory, rows, first, count);
      }
      return;
    }
    for (int k = 0; k < perInt; k++) {
      int left = Integer.SIZE - Integer.SIZE / perInt * (k + 1);
      int words = Math.ceilDiv(count, perInt);
      if (keys.hasNoNaN()) {
        takeIntegers(memory, rows, first / perInt, words, left, highs[k]);
      } else {
        takeInts(memory, rows, first / perInt, words, left, lows[k], highs[k]);
      }
    }
  }

  private void takeLongs(MemorySegment memory, long[] rows, int first, int count) {
    long mask = keys.turn();
    long[] least = longLows;
    long[] most = longHighs;
    long bytes = (long) count << 3;
    MemorySegment a = Unowned.part(memory, rows[0], bytes);
    MemorySegment b = Unowned.part(memory, rows[1], bytes);
    MemorySegment c = Unowned.part(memory, rows[2], bytes);
    MemorySegment d = Unowned.part(memory, rows[3], bytes);
    for (int j = 0; j < count; j++) {
      long at = (long) j << 3;
      long p = a.get(I8, at);
      long q = b.get(I8, at);
      long r = c.get(I8, at);
      long s = d.get(I8, at);
      p ^= p >> 63 & mask;
      q ^= q >> 63 & mask;
      r ^= r >> 63 & mask;
      s ^= s >> 63 & mask;
      int i = first + j;
      least[i] = Math.min(least[i], Math.min(Math.min(p, q), Math.min(r, s)));
      most[i] = Math.max(most[i], Math.max(Math.max(p, q), Math.max(r, s)));
    }
  }

  /// @param left by how many bits the items must move to the top
  private void takeInts(
      MemorySegment memory, long[] rows, int first, int count, int left, int[] least, int[] most) {
    int mask = turn;
    long bytes = (long) count << 2;
    MemorySegment a = Unowned.part(memory, rows[0], bytes);
    MemorySegment b = Unowned.part(memory, rows[1], bytes);
    MemorySegment c = Unowned.part(memory, rows[2], bytes);
    MemorySegment d = Unowned.part(memory, rows[3], bytes);
    for (int j = 0; j < count; j++) {
      long at = (long) j << 2;
      int p = a.get(I4, at) << left;
      int q = b.get(I4, at) << left;
      int r = c.get(I4, at) << left;
      int s = d.get(I4, at) << left;
      p ^= p >> 31 & mask;
      q ^= q >> 31 & mask;
      r ^= r >> 31 & mask;
      s ^= s >> 31 & mask;
      int i = first + j;
      least[i] = Math.min(least[i], Math.min(Math.min(p, q), Math.min(r, s)));
      most[i] = Math.max(most[i], Math.max(Math.max(p, q), Math.max(r, s)));
    }
  }

  private void takeIntegers(MemorySegment memory, long[] rows, int first, int count) {
    long turned = keys.flip() ^ over;
    long[] most = longHighs;
    long bytes = (long) count << 3;
    MemorySegment a = Unowned.part(memory, rows[0], bytes);
    MemorySegment b = Unowned.part(memory, rows[1], bytes);
    MemorySegment c = Unowned.part(memory, rows[2], bytes);
    MemorySegment d = Unowned.part(memory, rows[3], bytes);
    for (int j = 0; j < count; j++) {
      long at = (long) j << 3;
      long p = a.get(I8, at) ^ turned;
      long q = b.get(I8, at) ^ turned;
      long r = c.get(I8, at) ^ turned;
      long s = d.get(I8, at) ^ turned;
      int i = first + j;
      most[i] = Math.max(most[i], Math.max(Math.max(p, q), Math.max(r, s)));
    }
  }

  /// @param left by how many bits the items must move to the top
  private void takeIntegers(
      MemorySegment memory, long[] rows, int first, int count, int left, int[] most) {
    int turned = items.flip() ^ over;
    long bytes = (long) count << 2;
    MemorySegment a = Unowned.part(memory, rows[0], bytes);
    MemorySegment b = Unowned.part(memory, rows[1], bytes);
    MemorySegment c = Unowned.part(memory, rows[2], bytes);
    MemorySegment d = Unowned.part(memory, rows[3], bytes);
    for (int j = 0; j < count; j++) {
      long at = (long) j << 2;
      int p = (a.get(I4, at) ^ turned) << left;
      int q = (b.get(I4, at) ^ turned) << left;
      int r = (c.get(I4, at) ^ turned) << left;
      int s = (d.get(I4, at) ^ turned) << left;
      int i = first + j;
      most[i] = Math.max(most[i], Math.max(Math.max(p, q), Math.max(r, s)));
    }
  }

  /// The key of the smallest item of a column, if it was asked for or there may be NaN.
  ///
  /// @return below all numbers if one is NaN
  public long low(int column) {
    if (keys.hasNoNaN()) {
      return high(column);
    }
    return perInt == 0 ? longLows[column] : items.key(lows[column % perInt][column / perInt]);
  }

  /// The key of the largest item of a column, if it was asked for or there may be NaN.
  ///
  /// @return above all numbers if one is NaN
  public long high(int column) {
    return perInt == 0
        ? longHighs[column] ^ over
        : items.key(highs[column % perInt][column / perInt] ^ over);
  }
}
