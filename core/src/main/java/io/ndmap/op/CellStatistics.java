package io.ndmap.op;

import java.util.Arrays;

/// Statistics of each cell of a plane: cell `(r, c)` of `R × C` has the items from `⌊r·h/R⌋` to
/// before `⌊(r+1)·h/R⌋` along the first axis, and from `⌊c·w/C⌋` to before `⌊(c+1)·w/C⌋` along the
/// second. NaN, `NaT` and infinities are counted, and left out of all else. Immutable.
public final class CellStatistics {

  /// The most cells: each takes 56 bytes, and more than as many again while it is computed.
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

  /// Takes arrays that nobody changes from then on, each with a number for each cell, row by row.
  ///
  /// @param rows how many rows of cells there are
  /// @param columns how many columns of cells there are
  /// @param height how many items there are along the first axis
  /// @param width how many items there are along the second axis
  /// @param counts how many finite numbers there are
  /// @param nans how many NaN there are
  /// @param infinities how many infinities there are
  /// @param means NaN of nothing
  /// @param mins NaN of nothing
  /// @param maxs NaN of nothing
  /// @param stds NaN of nothing
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

  /// How many cells there are along an axis: as many as are wanted, or as there are items.
  ///
  /// @param most how many are wanted
  /// @param items along the axis
  /// @return the count
  public static int cells(int most, long items) {
    return (int) Math.min(most, items);
  }

  /// The first item of a cell along an axis.
  ///
  /// @param cell from 0 to `cells`
  /// @param cells how many there are
  /// @param items how many there are along the axis
  /// @return `⌊cell·items/cells⌋`
  public static long start(int cell, int cells, long items) {
    return cells == 0 ? 0 : items / cells * cell + items % cells * cell / cells;
  }

  /// How many rows of cells there are.
  ///
  /// @return 0 if there are no items
  public int rows() {
    return rows;
  }

  /// How many columns of cells there are.
  ///
  /// @return 0 if there are no items
  public int columns() {
    return columns;
  }

  /// How many items there are along the first axis.
  ///
  /// @return the count
  public long height() {
    return height;
  }

  /// How many items there are along the second axis.
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

  /// How many finite numbers a cell has.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the count
  public long count(int row, int column) {
    return counts[at(row, column)];
  }

  /// How many NaN or `NaT` a cell has.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the count
  public long nan(int row, int column) {
    return nans[at(row, column)];
  }

  /// How many infinities a cell has.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return the count
  public long infinite(int row, int column) {
    return infinities[at(row, column)];
  }

  /// The mean of a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return NaN if it has no finite number
  public double mean(int row, int column) {
    return means[at(row, column)];
  }

  /// The smallest number of a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return NaN if it has no finite number
  public double min(int row, int column) {
    return mins[at(row, column)];
  }

  /// The largest number of a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return NaN if it has no finite number
  public double max(int row, int column) {
    return maxs[at(row, column)];
  }

  /// The population standard deviation of a cell.
  ///
  /// @param row from 0 to rows - 1
  /// @param column from 0 to columns - 1
  /// @return NaN if it has no finite number
  public double std(int row, int column) {
    return stds[at(row, column)];
  }

  /// How many finite numbers all cells have.
  ///
  /// @return the count
  public long count() {
    return Arrays.stream(counts).sum();
  }

  /// How many NaN or `NaT` all cells have.
  ///
  /// @return the count
  public long nan() {
    return Arrays.stream(nans).sum();
  }

  /// How many infinities all cells have.
  ///
  /// @return the count
  public long infinite() {
    return Arrays.stream(infinities).sum();
  }

  /// The smallest of all numbers.
  ///
  /// @return NaN if there is none
  public double min() {
    double least = Double.NaN;
    for (double min : mins) {
      least = min < least || Double.isNaN(least) ? min : least;
    }
    return least;
  }

  /// The largest of all numbers.
  ///
  /// @return NaN if there is none
  public double max() {
    double largest = Double.NaN;
    for (double max : maxs) {
      largest = max > largest || Double.isNaN(largest) ? max : largest;
    }
    return largest;
  }

  /// The mean of all numbers.
  ///
  /// @return NaN if there is none
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
