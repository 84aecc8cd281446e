package io.ndmap.fold;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Counts, means and sums of squared deviations of doubles, of one column or of the columns of a
/// table: each block's deviations are taken from its own mean while a cache has it, and blocks are
/// merged by Chan, Golub and LeVeque's formula, so that no large squares cancel.
public final class Deviations {

  private final DoubleSum block = new DoubleSum();
  private final double[] blockMeans;
  private final double[] blockSquares;
  private final double[] means;
  private final double[] squares;
  private long count;

  /// For one column.
  public Deviations() {
    this(1);
  }

  /// @param width how many columns
  public Deviations(int width) {
    this.blockMeans = new double[width];
    this.blockSquares = new double[width];
    this.means = new double[width];
    this.squares = new double[width];
  }

  // ---- one column

  /// Adds a block of contiguous little-endian doubles to the only column.
  ///
  /// @param at byte offset of the first
  /// @param length how many, at most 1024; zeros follow up to a multiple of eight
  /// @param sum to which the numbers are added, too
  /// @param scratch scratch memory as for [DoubleSum#doubles]
  /// @param plain whether the numbers are in memory that can fault
  public void add(
      MemorySegment memory,
      long at,
      int length,
      DoubleSum sum,
      MemorySegment scratch,
      boolean plain) {
    if (length == 0) {
      return;
    }
    boolean isStaged = DoubleSum.isStaged(memory, length, scratch, plain);
    MemorySegment items = isStaged ? scratch : memory;
    long from = isStaged ? DoubleSum.stage(memory, at, length, Double.BYTES, scratch) : at;
    block.clear();
    block.doubles(items, from, length, scratch, plain);
    sum.add(block);
    double mean = block.total() / length;
    blockMeans[0] = mean;
    blockSquares[0] = DoubleSum.squares(items, from, length, mean, scratch, plain);
    merge(length, blockMeans, blockSquares);
  }

  // ---- rows

  /// Begins a block of rows, whose sums are known.
  ///
  /// @param sums of its columns
  /// @param rows how many there are, at least 1
  public void begin(double[] sums, int rows) {
    double[] to = blockMeans;
    for (int j = 0; j < to.length; j++) {
      to[j] = sums[j] / rows;
    }
  }

  /// Adds the squared deviations of a row of the block.
  public void add(double[] row) {
    double[] from = blockMeans;
    double[] to = blockSquares;
    for (int j = 0; j < to.length; j++) {
      double distance = row[j] - from[j];
      to[j] += distance * distance;
    }
  }

  /// Ends the block, all of whose rows were added.
  ///
  /// @param rows how many there are
  public void end(int rows) {
    merge(rows, blockMeans, blockSquares);
    Arrays.fill(blockSquares, 0);
  }

  // ---- results

  /// Adds the numbers of others, of as many columns.
  public void add(Deviations other) {
    if (other.count > 0) {
      merge(other.count, other.means, other.squares);
    }
  }

  private void merge(long otherCount, double[] otherMeans, double[] otherSquares) {
    long total = count + otherCount;
    if (count == 0) {
      // Merged with nothing, large means would overflow the formula below.
      System.arraycopy(otherMeans, 0, means, 0, means.length);
      System.arraycopy(otherSquares, 0, squares, 0, squares.length);
    } else {
      double weight = (double) count * otherCount / total;
      double share = (double) otherCount / total;
      for (int j = 0; j < means.length; j++) {
        double delta = otherMeans[j] - means[j];
        squares[j] += otherSquares[j] + delta * delta * weight;
        means[j] += delta * share;
      }
    }
    count = total;
  }

  /// Makes it empty.
  public void clear() {
    count = 0;
    Arrays.fill(squares, 0);
  }

  /// The count of numbers in each column.
  public long count() {
    return count;
  }

  /// The sum of squared deviations of a column.
  ///
  /// @return 0 without numbers; NaN if one is NaN or infinite
  public double squares(int column) {
    return squares[column];
  }

  /// The population's standard deviation of the first column.
  ///
  /// @return NaN if there are no numbers or one is infinite
  public double deviation() {
    return count == 0 ? Double.NaN : Math.sqrt(squares[0] / count);
  }
}
