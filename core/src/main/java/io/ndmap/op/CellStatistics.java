package io.ndmap.op;

import java.util.Arrays;

/// Statistics of the cells of a two-dimensional array: an array of `h × w` elements is divided into
/// `R × C` cells. Cell `(r, c)` contains the elements with indices from `⌊r·h/R⌋` to below
/// `⌊(r+1)·h/R⌋` on the first axis, and from `⌊c·w/C⌋` to below `⌊(c+1)·w/C⌋` on the second. NaN,
/// `NaT` and infinities are counted, but otherwise ignored. Methods with a row and a column throw
/// `IndexOutOfBoundsException` if there is no such cell. Immutable.
public final class CellStatistics {

  /// The maximum number of cells. A cell takes 56 bytes, and about twice as many during the
  /// computation.
  public static final int MOST = 1 << 22;

  private final int rows;
  private final int columns;
  private final long height;
  private final long width;
  private final long[] counts;
  private final long[] nans;
  private final long[] infinities;
  private final double[] means;
  private final double[] mins;
  private final double[] maxs;
  private final double[] stds;

  /// Creates the statistics from arrays that contain one number for each cell, row by row. The
  /// arrays are not copied and must not change.
  ///
  /// @param rows number of rows of cells
  /// @param columns number of columns of cells
  /// @param height number of elements along the first axis
  /// @param width number of elements along the second axis
  /// @param counts numbers of finite elements
  /// @param nans numbers of NaN
  /// @param infinities numbers of infinities
  /// @param means means; NaN if there are no finite elements
  /// @param mins minima; NaN if there are no finite elements
  /// @param maxs maxima; NaN if there are no finite elements
  /// @param stds standard deviations; NaN if there are no finite elements
  public CellStatistics(
      int rows,
      int columns,
      long height,
      long width,
      long[] counts,
      long[] nans,
      long[] infinities,
      double[] means,
      double[] mins,
      double[] maxs,
      double[] stds) {
    this.rows = rows;
    this.columns = columns;
    this.height = height;
    this.width = width;
    this.counts = counts;
    this.nans = nans;
    this.infinities = infinities;
    this.means = means;
    this.mins = mins;
    this.maxs = maxs;
    this.stds = stds;
  }

  /// Returns the number of cells along an axis: the requested number, but at most the number of
  /// elements.
  ///
  /// @param most the requested number of cells
  /// @param items number of elements along the axis
  /// @return the count
  public static int cells(int most, long items) {
    return (int) Math.min(most, items);
  }

  /// Returns the index of the first element of a cell along an axis.
  ///
  /// @param cell index of the cell, from 0 to `cells`; `cells` yields the end of the axis
  /// @param cells number of cells along the axis
  /// @param items number of elements along the axis
  /// @return `⌊cell·items/cells⌋`; 0 if `cells` is 0
  public static long start(int cell, int cells, long items) {
    return cells == 0 ? 0 : items / cells * cell + items % cells * cell / cells;
  }

  /// Returns the number of rows of cells.
  ///
  /// @return the number; 0 if the first axis is empty
  public int rows() {
    return rows;
  }

  /// Returns the number of columns of cells.
  ///
  /// @return the number; 0 if the second axis is empty
  public int columns() {
    return columns;
  }

  /// Returns the number of elements along the first axis.
  ///
  /// @return the count
  public long height() {
    return height;
  }

  /// Returns the number of elements along the second axis.
  ///
  /// @return the count
  public long width() {
    return width;
  }

  private int at(int row, int column) {
    if (row < 0 || row >= rows || column < 0 || column >= columns) {
      throw new IndexOutOfBoundsException(
          "there is no cell (" + row + ", " + column + ") among " + rows + " x " + columns);
    }
    return row * columns + column;
  }

  /// Returns the number of finite elements in a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the count
  public long count(int row, int column) {
    return counts[at(row, column)];
  }

  /// Returns the number of NaN or `NaT` in a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the count
  public long nan(int row, int column) {
    return nans[at(row, column)];
  }

  /// Returns the number of infinities in a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the count
  public long infinite(int row, int column) {
    return infinities[at(row, column)];
  }

  /// Returns the mean of the finite numbers in a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the number; NaN if the cell has no finite number
  public double mean(int row, int column) {
    return means[at(row, column)];
  }

  /// Returns the smallest finite number of a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the number; NaN if the cell has no finite number
  public double min(int row, int column) {
    return mins[at(row, column)];
  }

  /// Returns the largest finite number of a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the number; NaN if the cell has no finite number
  public double max(int row, int column) {
    return maxs[at(row, column)];
  }

  /// Returns the population standard deviation of the finite numbers in a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the number; NaN if the cell has no finite number
  public double std(int row, int column) {
    return stds[at(row, column)];
  }

  /// Returns the number of finite elements in all cells.
  ///
  /// @return the count
  public long count() {
    return Arrays.stream(counts).sum();
  }

  /// Returns the number of NaN or `NaT` in all cells.
  ///
  /// @return the count
  public long nan() {
    return Arrays.stream(nans).sum();
  }

  /// Returns the number of infinities in all cells.
  ///
  /// @return the count
  public long infinite() {
    return Arrays.stream(infinities).sum();
  }

  /// Returns the smallest finite number of all cells.
  ///
  /// @return the number; NaN if there are no finite numbers
  public double min() {
    double least = Double.NaN;
    for (double min : mins) {
      least = min < least || Double.isNaN(least) ? min : least;
    }
    return least;
  }

  /// Returns the largest finite number of all cells.
  ///
  /// @return the number; NaN if there are no finite numbers
  public double max() {
    double largest = Double.NaN;
    for (double max : maxs) {
      largest = max > largest || Double.isNaN(largest) ? max : largest;
    }
    return largest;
  }

  /// Returns the mean of all finite numbers.
  ///
  /// @return the number; NaN if there are no finite numbers
  public double mean() {
    double mean = Double.NaN;
    long all = 0;
    for (int k = 0; k < counts.length; k++) {
      if (counts[k] > 0) {
        all += counts[k];
        double weight = (double) counts[k] / all;
        mean = all == counts[k] ? means[k] : mean * (1 - weight) + means[k] * weight;
      }
    }
    return mean;
  }
}
