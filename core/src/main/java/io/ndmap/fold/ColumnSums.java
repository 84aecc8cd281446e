package io.ndmap.fold;

import java.util.Arrays;

/// Sums of doubles down the columns of a table. Each column is summed in chunks of [#CHUNK]
/// numbers; the sums of the chunks are added with error compensation, as in [DoubleSum].
public final class ColumnSums {

  /// The number of rows of a chunk, within which errors are not compensated.
  public static final int CHUNK = 64;

  /// The number of rows that are taken at once.
  public static final int ROWS = 8;

  private static final double[] NONE = {};

  private final int width;
  private double[] chunk;
  private double[] sums = NONE;
  // Allocated when the second chunk is merged: for few rows, the allocation would dominate.
  private double[] errors = NONE;
  private int rows;

  /// @param width the number of columns
  public ColumnSums(int width) {
    this.width = width;
    this.chunk = new double[width];
  }

  /// Adds eight rows. The eight numbers of each column are first summed pairwise.
  public void add(double[][] table) {
    add(table, open());
    taken(ROWS);
  }

  /// Adds one row. After this call, only single rows may be added to the current chunk.
  public void add(double[] row) {
    add(row, open());
    taken(1);
  }

  /// Adds eight rows to a row of sums. The eight numbers of each column are first summed pairwise.
  public static void add(double[][] table, double[] to) {
    double[] a = table[0];
    double[] b = table[1];
    double[] c = table[2];
    double[] d = table[3];
    double[] e = table[4];
    double[] f = table[5];
    double[] g = table[6];
    double[] h = table[7];
    for (int j = 0; j < to.length; j++) {
      to[j] += ((a[j] + b[j]) + (c[j] + d[j])) + ((e[j] + f[j]) + (g[j] + h[j]));
    }
  }

  /// Adds a row to a row of sums.
  public static void add(double[] row, double[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] += row[j];
    }
  }

  /// Returns the sums of the current chunk.
  private double[] open() {
    if (chunk.length == 0) {
      chunk = new double[width];
    }
    return chunk;
  }

  private void taken(int more) {
    rows += more;
    if (rows >= CHUNK) {
      end();
    }
  }

  /// Adds the current chunk to the sums.
  public void end() {
    if (sums.length == 0) {
      sums = chunk;
      chunk = NONE;
    } else if (rows > 0) {
      merge();
    }
    rows = 0;
  }

  private void merge() {
    if (errors.length == 0) {
      errors = new double[width];
    }
    for (int j = 0; j < width; j++) {
      double value = chunk[j];
      double sum = sums[j];
      double next = sum + value;
      double taken = next - sum;
      errors[j] += (sum - (next - taken)) + (value - taken);
      sums[j] = next;
    }
    Arrays.fill(chunk, 0);
  }

  /// Returns the sum of a column. Call [#end] before.
  ///
  /// @return the sum plus its accumulated error, rounded
  public double total(int column) {
    double sum = sums[column];
    return errors.length > 0 && Double.isFinite(sum) ? sum + errors[column] : sum;
  }
}
