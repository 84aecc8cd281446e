package io.ndmap.fold;

/// Sums of doubles down the columns of a table with consecutive rows, eight at once: each column in
/// chunks of [#CHUNK], with compensated errors.
public final class Columns {

  /// Numbers of a column that are added up without compensation.
  public static final int CHUNK = 64;

  /// Rows that are taken at once.
  public static final int ROWS = 8;

  private static final double[] NONE = {};

  private final int width;
  private double[] chunk;
  private double[] last;
  private double[] sums;
  // Only where there are several chunks: of few rows, the arrays would be what takes the time.
  private double[] errors = NONE;
  private int rows;

  /// @param width how many columns
  public Columns(int width) {
    this.width = width;
    this.chunk = new double[width];
    this.last = chunk;
    this.sums = NONE;
  }

  /// Adds eight rows, whose columns are added up first.
  public void add(double[][] table) {
    double[] a = table[0];
    double[] b = table[1];
    double[] c = table[2];
    double[] d = table[3];
    double[] e = table[4];
    double[] f = table[5];
    double[] g = table[6];
    double[] h = table[7];
    double[] to = open();
    for (int j = 0; j < to.length; j++) {
      to[j] += ((a[j] + b[j]) + (c[j] + d[j])) + ((e[j] + f[j]) + (g[j] + h[j]));
    }
    taken(ROWS);
  }

  /// Adds one row, after which only single ones follow.
  public void add(double[] row) {
    double[] to = open();
    for (int j = 0; j < to.length; j++) {
      to[j] += row[j];
    }
    taken(1);
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

  /// Takes in the last chunk.
  public void end() {
    if (sums.length == 0) {
      sums = chunk;
      last = chunk;
      chunk = NONE;
    } else if (rows > 0) {
      merge();
    }
    rows = 0;
  }

  private void merge() {
    if (errors.length == 0) {
      errors = new double[width];
      last = new double[width];
    }
    double[] ended = chunk;
    chunk = last;
    last = ended;
    for (int j = 0; j < width; j++) {
      double value = ended[j];
      double sum = sums[j];
      double next = sum + value;
      double taken = next - sum;
      errors[j] += (sum - (next - taken)) + (value - taken);
      sums[j] = next;
      chunk[j] = 0;
    }
  }

  /// The sums of the columns in the chunk that was added last.
  ///
  /// @return not to be changed, and to be forgotten with the next row
  double[] last() {
    return last;
  }

  /// The sum of a column, after the end.
  ///
  /// @return rounded once more
  public double total(int column) {
    double sum = sums[column];
    return errors.length > 0 && Double.isFinite(sum) ? sum + errors[column] : sum;
  }
}
