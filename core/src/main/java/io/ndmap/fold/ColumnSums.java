package io.ndmap.fold;

import java.util.Arrays;

/// Sums of doubles down the columns of a table with consecutive rows: each column in chunks of
/// [#CHUNK] numbers, whose sums are added with compensated errors, as in [DoubleSum].
public final class ColumnSums {

  /// Numbers of a column that are added without compensation.
  public static final int CHUNK = 64;

  /// Rows that are taken at once.
  public static final int ROWS = 8;

  private static final double[] NONE = {};

  private final int width;
  private double[] chunk;
  private double[] sums = NONE;
  // Allocated for the second chunk: for few rows, allocation would dominate.
  private double[] errors = NONE;
  private int rows;

  /// @param width how many columns
  public ColumnSums(int width) {
    this.width = width;
    this.chunk = new double[width];
  }

  /// Adds eight rows, whose columns are added up first.
  public void add(double[][] table) {
    add(table, open());
    taken(ROWS);
  }

  /// Adds one row, after which only single ones follow.
  public void add(double[] row) {
    add(row, open());
    taken(1);
  }

  /// Adds the sums of eight rows to a row.
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

  /// Adds a row to another.
  public static void add(double[] row, double[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] += row[j];
    }
  }

  /// The chunk that rows are added to.
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

  /// Adds the last chunk to the sums.
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

  /// The sum of a column, after the end.
  ///
  /// @return rounded once more
  public double total(int column) {
    double sum = sums[column];
    return errors.length > 0 && Double.isFinite(sum) ? sum + errors[column] : sum;
  }
}
