package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;

/// Sums of doubles down the columns of a table with consecutive rows, four at once: each column in
/// chunks of [#CHUNK], with compensated errors.
public final class Columns {

  /// Numbers of a column that are added up without compensation.
  public static final int CHUNK = 64;

  /// Rows that are taken at once.
  public static final int ROWS = 4;

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

  /// Adds four contiguous rows of little-endian doubles in a native segment, if they are equally
  /// far from each other and one buffer reaches them all.
  ///
  /// @param at byte offsets of the rows
  /// @return whether they were added
  public boolean add(MemorySegment segment, long[] at) {
    long distance = at[1] - at[0];
    long reach = (ROWS - 1) * Math.abs(distance) + (long) width * Double.BYTES;
    if (at[2] - at[1] != distance
        || at[3] - at[2] != distance
        || distance % Double.BYTES != 0
        || reach > Integer.MAX_VALUE) {
      return false;
    }
    DoubleBuffer rows =
        RunBuffers.doubles(segment, Math.min(at[0], at[3]), (int) (reach / Double.BYTES));
    int step = (int) (distance / Double.BYTES);
    add(rows, RunBuffers.first(step, ROWS), step);
    taken(ROWS);
    return true;
  }

  private void add(DoubleBuffer rows, int first, int step) {
    double[] to = open();
    int whole = to.length - to.length % Lanes.COUNT;
    for (int j = 0; j < whole; j += Lanes.COUNT) {
      Lanes.addRows(rows, first + j, step, to, j);
    }
    int second = first + step;
    int third = second + step;
    int fourth = third + step;
    for (int j = whole; j < to.length; j++) {
      to[j] +=
          (rows.get(first + j) + rows.get(second + j))
              + (rows.get(third + j) + rows.get(fourth + j));
    }
  }

  /// Adds four rows.
  public void add(double[] first, double[] second, double[] third, double[] fourth) {
    double[] to = open();
    for (int j = 0; j < to.length; j++) {
      to[j] += (first[j] + second[j]) + (third[j] + fourth[j]);
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
