package io.ndmap.fold;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.SortableBits;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The smallest and largest items down the columns of a table, as keys of [SortableBits].
///
/// Rows come as ints, in which small items are several, or as longs: loops over arrays of one type
/// vectorize. Each of several items is looked at once at the top of its int, as in [Extremes].
public final class ColumnExtremes {

  /// Rows that are taken at once.
  private static final int ROWS = 4;

  private final Extremes items;
  private final int turn;
  private final SortableBits keys;
  private final int perInt;
  private final int[][] ints;
  // One array for each place in an int: loops at different indices do not vectorize.
  private final int[][] lows;
  private final int[][] highs;
  private final long[][] longs;
  private final long[] longLows;
  private final long[] longHighs;
  private int filled;

  /// @param kind of at most eight bytes
  /// @param keys of its items
  /// @param width how many columns
  public ColumnExtremes(ScalarKind kind, SortableBits keys, int width) {
    int itemsize = kind.itemsize();
    this.items = new Extremes(kind, keys);
    this.turn = (int) keys.turn() << (itemsize == Short.BYTES ? Short.SIZE : 0);
    this.keys = keys;
    this.perInt = Integer.BYTES / itemsize;
    int words = perInt == 0 ? 0 : Math.ceilDiv(width, perInt);
    this.ints = new int[ROWS][words];
    this.lows = new int[perInt][words];
    this.highs = new int[perInt][words];
    this.longs = new long[ROWS][perInt == 0 ? width : 0];
    this.longLows = new long[longs[0].length];
    this.longHighs = new long[longs[0].length];
    for (int k = 0; k < perInt; k++) {
      Arrays.fill(lows[k], Integer.MAX_VALUE);
      Arrays.fill(highs[k], Integer.MIN_VALUE);
    }
    Arrays.fill(longLows, Long.MAX_VALUE);
    Arrays.fill(longHighs, Long.MIN_VALUE);
  }

  /// Where the next row is to be stored, contiguous and little-endian, before [#taken].
  ///
  /// @return a Java array
  public MemorySegment next() {
    return row(filled);
  }

  private MemorySegment row(int k) {
    return perInt == 0 ? MemorySegment.ofArray(longs[k]) : MemorySegment.ofArray(ints[k]);
  }

  /// Takes note that a row was stored.
  public void taken() {
    filled++;
    if (filled == ROWS) {
      end();
    }
  }

  /// The last row was taken.
  public void end() {
    if (filled == 0) {
      return;
    }
    // Once more makes no difference.
    while (filled < ROWS) {
      row(filled).copyFrom(row(0));
      filled++;
    }
    filled = 0;
    if (perInt == 0) {
      takeLongs(keys.flip(), keys.turn());
    }
    for (int k = 0; k < perInt; k++) {
      takeInts(Integer.SIZE - Integer.SIZE / perInt * (k + 1), lows[k], highs[k]);
    }
  }

  private void takeLongs(long flip, long mask) {
    long[] a = longs[0];
    long[] b = longs[1];
    long[] c = longs[2];
    long[] d = longs[3];
    long[] least = longLows;
    long[] most = longHighs;
    for (int j = 0; j < least.length; j++) {
      long p = (a[j] ^ flip) ^ (a[j] >> 63 & mask);
      long q = (b[j] ^ flip) ^ (b[j] >> 63 & mask);
      long r = (c[j] ^ flip) ^ (c[j] >> 63 & mask);
      long s = (d[j] ^ flip) ^ (d[j] >> 63 & mask);
      least[j] = Math.min(least[j], Math.min(Math.min(p, q), Math.min(r, s)));
      most[j] = Math.max(most[j], Math.max(Math.max(p, q), Math.max(r, s)));
    }
  }

  /// @param left by how many bits the items must move to the top
  private void takeInts(int left, int[] least, int[] most) {
    int[] a = ints[0];
    int[] b = ints[1];
    int[] c = ints[2];
    int[] d = ints[3];
    int flip = items.flip();
    int mask = turn;
    for (int j = 0; j < least.length; j++) {
      int p = (a[j] ^ flip) << left;
      int q = (b[j] ^ flip) << left;
      int r = (c[j] ^ flip) << left;
      int s = (d[j] ^ flip) << left;
      p ^= p >> 31 & mask;
      q ^= q >> 31 & mask;
      r ^= r >> 31 & mask;
      s ^= s >> 31 & mask;
      least[j] = Math.min(least[j], Math.min(Math.min(p, q), Math.min(r, s)));
      most[j] = Math.max(most[j], Math.max(Math.max(p, q), Math.max(r, s)));
    }
  }

  /// The key of the smallest item of a column.
  ///
  /// @return below all numbers if one is NaN
  public long low(int column) {
    return perInt == 0 ? longLows[column] : items.key(lows[column % perInt][column / perInt]);
  }

  /// The key of the largest item of a column.
  ///
  /// @return above all numbers if one is NaN
  public long high(int column) {
    return perInt == 0 ? longHighs[column] : items.key(highs[column % perInt][column / perInt]);
  }
}
