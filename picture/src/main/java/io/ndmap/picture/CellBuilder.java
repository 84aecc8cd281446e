package io.ndmap.picture;

import io.ndmap.op.CellStatistics;

/// Collects statistics of cells that are computed box by box. Not thread-safe.
final class CellBuilder {

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

  /// @param height the number of elements from top to bottom
  /// @param width the number of elements from left to right
  /// @param mostRows the maximum number of rows of cells
  /// @param mostColumns the maximum number of columns of cells
  /// @throws IllegalArgumentException if a maximum is below 1, or there are more than
  ///   [CellStatistics#MOST] cells
  CellBuilder(long height, long width, int mostRows, int mostColumns) {
    if (mostRows < 1 || mostColumns < 1) {
      throw new IllegalArgumentException(
          "at least 1 x 1 cells are needed, found " + mostRows + " x " + mostColumns);
    }
    this.height = height;
    this.width = width;
    this.rows = CellStatistics.cells(mostRows, height);
    this.columns = CellStatistics.cells(mostColumns, width);
    if ((long) rows * columns > CellStatistics.MOST) {
      throw new IllegalArgumentException(
          "at most %s cells are possible, found %s x %s"
              .formatted(CellStatistics.MOST, rows, columns));
    }
    int cells = rows * columns;
    this.counts = new long[cells];
    this.nans = new long[cells];
    this.infinities = new long[cells];
    this.means = new double[cells];
    this.mins = new double[cells];
    this.maxs = new double[cells];
    this.stds = new double[cells];
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /// The index along the first axis of the first element in a row of cells.
  long rowStart(int row) {
    return CellStatistics.start(row, rows, height);
  }

  /// The index along the second axis of the first element in a column of cells.
  long columnStart(int column) {
    return CellStatistics.start(column, columns, width);
  }

  /// Stores the statistics of a box of cells.
  ///
  /// @param top the row of the box's first cell
  /// @param left the column of the box's first cell
  /// @param box the statistics of the cells in the box
  void add(int top, int left, CellStatistics box) {
    for (int row = 0; row < box.rows(); row++) {
      for (int column = 0; column < box.columns(); column++) {
        int cell = (top + row) * columns + left + column;
        counts[cell] = box.count(row, column);
        nans[cell] = box.nan(row, column);
        infinities[cell] = box.infinite(row, column);
        means[cell] = box.mean(row, column);
        mins[cell] = box.min(row, column);
        maxs[cell] = box.max(row, column);
        stds[cell] = box.std(row, column);
      }
    }
  }

  /// Returns all cells. The result shares this builder's arrays, so [#add] must not be called
  /// afterwards.
  Cells cells() {
    return new Cells(
        new CellStatistics(
            rows, columns, height, width, counts, nans, infinities, means, mins, maxs, stds),
        1);
  }
}
