package io.ndmap.fold;

import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Sums of doubles down the columns of a table with consecutive rows, eight at once: each column in
/// chunks of [#CHUNK], with compensated errors.
public final class Columns {

  /// Numbers of a column that are added up without compensation.
  public static final int CHUNK = 64;

  /// Rows that are taken at once.
  public static final int ROWS = 8;

  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

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

  /// The sums of the columns of eight contiguous rows of little-endian doubles at equal distances.
  ///
  /// @param at byte offset of the first
  /// @param distance bytes from one row to the next
  /// @param count how many columns
  /// @param sums where they go, from byte 0 on
  public static void eightRows(
      MemorySegment memory, long at, long distance, int count, MemorySegment sums) {
    long bytes = (long) count << 3;
    MemorySegment a = Unowned.part(memory, at, bytes);
    MemorySegment b = Unowned.part(memory, at + distance, bytes);
    MemorySegment c = Unowned.part(memory, at + 2 * distance, bytes);
    MemorySegment d = Unowned.part(memory, at + 3 * distance, bytes);
    MemorySegment e = Unowned.part(memory, at + 4 * distance, bytes);
    MemorySegment f = Unowned.part(memory, at + 5 * distance, bytes);
    MemorySegment g = Unowned.part(memory, at + 6 * distance, bytes);
    MemorySegment h = Unowned.part(memory, at + 7 * distance, bytes);
    MemorySegment to = Unowned.target(sums, 0, bytes);
    for (int i = 0; i < count; i++) {
      long o = (long) i << 3;
      double low = (a.get(F8, o) + b.get(F8, o)) + (c.get(F8, o) + d.get(F8, o));
      double high = (e.get(F8, o) + f.get(F8, o)) + (g.get(F8, o) + h.get(F8, o));
      to.set(F8, o, low + high);
    }
  }

  /// Adds what [#eightRows] has made of some columns; after all columns, [#taken].
  ///
  /// @param sums of columns
  /// @param first the first column
  /// @param count how many
  public void add(double[] sums, int first, int count) {
    double[] to = open();
    for (int j = 0; j < count; j++) {
      to[first + j] += sums[j];
    }
  }

  /// Adds eight rows as [#eightRows] does.
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

  /// Adds eight rows of floats as [#eightRows] does.
  public void add(float[][] table) {
    float[] a = table[0];
    float[] b = table[1];
    float[] c = table[2];
    float[] d = table[3];
    float[] e = table[4];
    float[] f = table[5];
    float[] g = table[6];
    float[] h = table[7];
    double[] to = open();
    for (int j = 0; j < to.length; j++) {
      double low = ((double) a[j] + b[j]) + ((double) c[j] + d[j]);
      double high = ((double) e[j] + f[j]) + ((double) g[j] + h[j]);
      to[j] += low + high;
    }
    taken(ROWS);
  }

  /// Adds one row, after which only single ones follow.
  public void add(double[] row) {
    add(row, 0, width);
    taken(1);
  }

  /// The chunk that rows are added to.
  private double[] open() {
    if (chunk.length == 0) {
      chunk = new double[width];
    }
    return chunk;
  }

  /// Takes note that rows were added.
  public void taken(int more) {
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
