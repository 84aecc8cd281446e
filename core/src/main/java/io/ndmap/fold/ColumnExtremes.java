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

  private final Extremes items;
  private final int turn;
  private final SortableBits keys;
  private final int perInt;
  private final int[] ints;
  private final int[] lows;
  private final int[] highs;
  private final long[] longs;
  private final long[] longLows;
  private final long[] longHighs;

  /// @param kind of at most eight bytes
  /// @param keys of its items
  /// @param width how many columns
  public ColumnExtremes(ScalarKind kind, SortableBits keys, int width) {
    int itemsize = kind.itemsize();
    this.items = new Extremes(kind, keys);
    this.turn = (int) keys.turn() << (itemsize == Short.BYTES ? Short.SIZE : 0);
    this.keys = keys;
    this.perInt = Integer.BYTES / itemsize;
    this.ints = new int[perInt == 0 ? 0 : Math.ceilDiv(width, perInt)];
    this.lows = new int[ints.length * perInt];
    this.highs = new int[lows.length];
    this.longs = new long[perInt == 0 ? width : 0];
    this.longLows = new long[longs.length];
    this.longHighs = new long[longs.length];
    Arrays.fill(lows, Integer.MAX_VALUE);
    Arrays.fill(highs, Integer.MIN_VALUE);
    Arrays.fill(longLows, Long.MAX_VALUE);
    Arrays.fill(longHighs, Long.MIN_VALUE);
  }

  /// Where each row is to be stored, contiguous and little-endian, before it is taken.
  ///
  /// @return a Java array
  public MemorySegment row() {
    return perInt == 0 ? MemorySegment.ofArray(longs) : MemorySegment.ofArray(ints);
  }

  /// Takes the row.
  public void take() {
    if (perInt == 0) {
      takeLongs(longs, keys.flip(), keys.turn());
    }
    for (int k = 0; k < perInt; k++) {
      takeInts(ints, k * ints.length, Integer.SIZE - Integer.SIZE / perInt * (k + 1));
    }
  }

  private void takeLongs(long[] row, long flip, long mask) {
    long[] least = longLows;
    long[] most = longHighs;
    for (int j = 0; j < row.length; j++) {
      long key = (row[j] ^ flip) ^ (row[j] >> 63 & mask);
      least[j] = Math.min(least[j], key);
      most[j] = Math.max(most[j], key);
    }
  }

  /// @param left by how many bits the items must move to the top
  private void takeInts(int[] row, int first, int left) {
    int flip = items.flip();
    int mask = turn;
    int[] least = lows;
    int[] most = highs;
    for (int j = 0; j < row.length; j++) {
      int item = (row[j] ^ flip) << left;
      int key = item ^ (item >> 31 & mask);
      least[first + j] = Math.min(least[first + j], key);
      most[first + j] = Math.max(most[first + j], key);
    }
  }

  /// The key of the smallest item of a column.
  ///
  /// @return below all numbers if one is NaN
  public long low(int column) {
    return perInt == 0 ? longLows[column] : items.key(lows[at(column)]);
  }

  /// The key of the largest item of a column.
  ///
  /// @return above all numbers if one is NaN
  public long high(int column) {
    return perInt == 0 ? longHighs[column] : items.key(highs[at(column)]);
  }

  private int at(int column) {
    return column % perInt * ints.length + column / perInt;
  }
}
