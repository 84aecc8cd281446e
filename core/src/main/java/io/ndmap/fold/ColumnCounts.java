package io.ndmap.fold;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Counts elements down the columns of a table whose rows are contiguous. Uses SWAR counters as
/// wide as an element, which are flushed before they overflow.
public final class ColumnCounts {

  private final SwarPredicate counted;
  private final int bits;
  // The counters, of as many bits as an element, several in a long.
  private final long[] lanes;
  // The largest number that a counter holds.
  private final long most;
  private final long[] counts;
  private long rows;

  /// @param counted true for the elements to be counted
  /// @param width the number of columns
  public ColumnCounts(SwarPredicate counted, int width) {
    this.counted = counted;
    this.bits = Byte.SIZE * counted.itemsize();
    this.most = -1L >>> (Long.SIZE - bits);
    this.lanes = new long[Math.ceilDiv(width * counted.itemsize(), Long.BYTES)];
    this.counts = new long[width];
  }

  /// Counts some columns of a row of contiguous elements.
  ///
  /// @param at byte offset of the first element
  /// @param first the index of the first column, whose byte offset in the row is a multiple of
  ///   eight
  /// @param count the number of columns; the bytes after them, up to a multiple of eight, are read
  ///   and ignored
  public void take(MemorySegment memory, long at, int first, int count) {
    int longs = Math.ceilDiv(count * bits, Long.SIZE);
    counted.addTo(lanes, first * bits / Long.SIZE, memory, at, longs);
  }

  /// Ends a row, all of whose columns were taken.
  public void taken() {
    rows++;
    if (rows == most) {
      flush();
    }
  }

  private void flush() {
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

  /// Returns the count of each column.
  ///
  /// @return the internal array, not a copy
  public long[] counts() {
    flush();
    return counts;
  }
}
