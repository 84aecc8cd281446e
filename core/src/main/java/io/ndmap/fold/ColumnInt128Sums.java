package io.ndmap.fold;

import java.util.Arrays;

/// Exact sums of 64-bit integers down the columns of a table, of up to 2³¹ rows. Takes four rows at
/// once, and sums the high and low halves of the integers separately.
public final class ColumnInt128Sums {

  /// The number of rows that are taken at once.
  public static final int ROWS = 4;

  private static final long LOW = 0xffff_ffffL;

  private final boolean unsigned;
  private final long[] lows;
  private final long[] highs;

  /// @param width the number of columns
  /// @param unsigned whether the integers are unsigned
  public ColumnInt128Sums(int width, boolean unsigned) {
    this.unsigned = unsigned;
    this.lows = new long[width];
    this.highs = new long[width];
  }

  /// Adds up to four rows.
  ///
  /// @param rows four rows; the rows from index `count` on are set to zero
  /// @param count the number of rows to add
  public void add(long[][] rows, int count) {
    for (int k = count; k < ROWS; k++) {
      Arrays.fill(rows[k], 0);
    }
    addLows(rows[0], rows[1], rows[2], rows[3], lows);
    if (unsigned) {
      addUnsignedHighs(rows[0], rows[1], rows[2], rows[3], highs);
    } else {
      addHighs(rows[0], rows[1], rows[2], rows[3], highs);
    }
  }

  private static void addLows(long[] a, long[] b, long[] c, long[] d, long[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] += ((a[j] & LOW) + (b[j] & LOW)) + ((c[j] & LOW) + (d[j] & LOW));
    }
  }

  private static void addHighs(long[] a, long[] b, long[] c, long[] d, long[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] += ((a[j] >> 32) + (b[j] >> 32)) + ((c[j] >> 32) + (d[j] >> 32));
    }
  }

  private static void addUnsignedHighs(long[] a, long[] b, long[] c, long[] d, long[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] += ((a[j] >>> 32) + (b[j] >>> 32)) + ((c[j] >>> 32) + (d[j] >>> 32));
    }
  }

  /// Returns the sum of a column.
  ///
  /// @return a new object
  public Int128Sum sum(int column) {
    Int128Sum sum = new Int128Sum();
    sum.addHalves(highs[column], lows[column]);
    return sum;
  }
}
