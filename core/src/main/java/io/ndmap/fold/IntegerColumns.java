package io.ndmap.fold;

import java.util.Arrays;

/// Sums of integers down the columns of a table with consecutive rows, four at once, or products.
public final class IntegerColumns {

  /// What is computed.
  public enum Wanted {

    /// Sums modulo 2⁶⁴.
    SUM,

    /// Products modulo 2⁶⁴.
    PRODUCT,

    /// Sums of signed numbers, exact up to 2³¹ rows.
    EXACT_SUM,

    /// Sums of unsigned numbers, exact up to 2³¹ rows.
    EXACT_UNSIGNED_SUM
  }

  /// Rows that are taken at once.
  public static final int ROWS = 4;

  private static final long LOW = 0xffff_ffffL;

  private final Wanted wanted;
  private final long[] results;
  // Of exact sums those of the higher halves; the others are of the lower halves.
  private final long[] highs;

  /// @param width how many columns
  /// @param wanted what is computed of each
  public IntegerColumns(int width, Wanted wanted) {
    boolean wraps = wanted == Wanted.SUM || wanted == Wanted.PRODUCT;
    this.wanted = wanted;
    this.results = new long[width];
    this.highs = new long[wraps ? 0 : width];
    Arrays.fill(results, wanted == Wanted.PRODUCT ? 1 : 0);
  }

  /// Takes up to four rows.
  ///
  /// @param rows four, as long as there are columns; what the others held is lost
  /// @param count how many of the first
  public void take(long[][] rows, int count) {
    for (int k = count; k < ROWS; k++) {
      Arrays.fill(rows[k], 0);
    }
    long[] a = rows[0];
    long[] b = rows[1];
    long[] c = rows[2];
    long[] d = rows[3];
    switch (wanted) {
      case SUM -> add(a, b, c, d, results);
      case PRODUCT -> {
        for (int k = 0; k < count; k++) {
          multiply(rows[k], results);
        }
      }
      case EXACT_SUM -> {
        addLows(a, b, c, d, results);
        addHighs(a, b, c, d, highs);
      }
      case EXACT_UNSIGNED_SUM -> {
        addLows(a, b, c, d, results);
        addUnsignedHighs(a, b, c, d, highs);
      }
    }
  }

  private static void add(long[] a, long[] b, long[] c, long[] d, long[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] += (a[j] + b[j]) + (c[j] + d[j]);
    }
  }

  /// One by one: HotSpot 25 makes slower loops of four.
  private static void multiply(long[] row, long[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] *= row[j];
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

  /// The results modulo 2⁶⁴.
  ///
  /// @return the array itself
  public long[] results() {
    return results;
  }

  /// The exact sum of a column.
  ///
  /// @return a new one
  public Int128Sum exact(int column) {
    Int128Sum sum = new Int128Sum();
    sum.addHalves(highs[column], results[column]);
    return sum;
  }
}
