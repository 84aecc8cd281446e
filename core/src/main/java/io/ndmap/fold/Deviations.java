package io.ndmap.fold;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Counts, means and sums of squared deviations of doubles, of one column or of the columns of a
/// table. The deviations of a block are computed from the mean of the block, while the block is in
/// a cache. Blocks are merged by the formula of Chan, Golub and LeVeque, so that no large squares
/// cancel.
public final class Deviations {

  private final DoubleSum block = new DoubleSum();
  private final double[] blockMeans;
  private final double[] blockSquares;
  private final double[] means;
  private final double[] squares;
  private long count;

  /// Creates the deviations of one column.
  public Deviations() {
    this(1);
  }

  /// @param width the number of columns
  public Deviations(int width) {
    this.blockMeans = new double[width];
    this.blockSquares = new double[width];
    this.means = new double[width];
    this.squares = new double[width];
  }

  // ---- one column

  /// Adds a block of contiguous little-endian doubles to the only column.
  ///
  /// @param at byte offset of the first double
  /// @param length the number of doubles, at most 1024; the caller pads them with zeros to a
  ///   multiple of eight
  /// @param sum the sum to which the doubles are added, too
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

  /// Begins a block of rows and computes the means of its columns.
  ///
  /// @param sums the sums of the columns of the block
  /// @param rows the number of rows of the block, at least 1
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
  /// @param rows the number of rows of the block
  public void end(int rows) {
    merge(rows, blockMeans, blockSquares);
    Arrays.fill(blockSquares, 0);
  }

  // ---- results

  /// Merges the deviations of further numbers, which have the same number of columns.
  public void add(Deviations other) {
    if (other.count > 0) {
      merge(other.count, other.means, other.squares);
    }
  }

  private void merge(long otherCount, double[] otherMeans, double[] otherSquares) {
    long total = count + otherCount;
    if (count == 0) {
      // Copy the first block: large means would overflow in the formula below.
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

  /// Removes all numbers.
  public void clear() {
    count = 0;
    Arrays.fill(squares, 0);
  }

  /// Returns the number of rows, which is the count of numbers in each column.
  public long count() {
    return count;
  }

  /// Returns the sum of squared deviations of a column.
  ///
  /// @return 0 if there are no numbers; NaN if a number is NaN or infinite
  public double squares(int column) {
    return squares[column];
  }

  /// Returns the population standard deviation of the first column.
  ///
  /// @return NaN if there are no numbers, or a number is NaN or infinite
  public double deviation() {
    return count == 0 ? Double.NaN : Math.sqrt(squares[0] / count);
  }
}
