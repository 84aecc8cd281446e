package io.ndmap.picture;

import io.ndmap.op.CellStatistics;

/// A grid of cells, each of which stands for a box of elements. Row `r` of `R` covers the elements
/// from `⌊r·n/R⌋` (inclusive) to `⌊(r+1)·n/R⌋` (exclusive) along the first axis; columns are
/// divided in the same way. Immutable.
///
/// Elements are converted to `double`, which rounds integers of more than 53 bits. NaN, `NaT` and
/// infinities are only counted; all other statistics ignore them.
public final class Cells {

  private final CellStatistics statistics;
  private final double share;

  /// @param statistics the statistics of the elements that were read
  /// @param share the fraction of all elements that was read, from 0 to 1
  Cells(CellStatistics statistics, double share) {
    this.statistics = statistics;
    this.share = share;
  }

  /// {@return the number of rows of cells; 0 if there are no elements}
  public int rows() {
    return statistics.rows();
  }

  /// {@return the number of columns of cells; 0 if there are no elements}
  public int columns() {
    return statistics.columns();
  }

  /// {@return the number of elements from top to bottom; 1 for a line}
  public long height() {
    return statistics.height();
  }

  /// {@return the number of elements from left to right}
  public long width() {
    return statistics.width();
  }

  /// The index of the first element in a row of cells.
  ///
  /// @param row from 0 to [#rows] (inclusive); for [#rows] the result is [#height]
  /// @return the index along the first axis
  public long rowStart(int row) {
    return CellStatistics.start(row, rows(), height());
  }

  /// The index of the first element in a column of cells.
  ///
  /// @param column from 0 to [#columns] (inclusive); for [#columns] the result is [#width]
  /// @return the index along the second axis
  public long columnStart(int column) {
    return CellStatistics.start(column, columns(), width());
  }

  /// A statistic of a cell.
  ///
  /// @param aggregate the statistic
  /// @param row from 0 (inclusive) to [#rows] (exclusive)
  /// @param column from 0 (inclusive) to [#columns] (exclusive)
  /// @return the statistic of the cell's finite elements, NaN if it has none; for
  ///   [Aggregate#COUNT_NAN] the number of NaN
  /// @throws IndexOutOfBoundsException if there is no such cell
  public double value(Aggregate aggregate, int row, int column) {
    return switch (aggregate) {
      case MEAN -> statistics.mean(row, column);
      case MIN -> statistics.min(row, column);
      case MAX -> statistics.max(row, column);
      case STD -> statistics.std(row, column);
      case COUNT_NAN -> statistics.nan(row, column);
    };
  }

  /// {@return how many finite elements of a cell were read}
  ///
  /// @param row from 0 (inclusive) to [#rows] (exclusive)
  /// @param column from 0 (inclusive) to [#columns] (exclusive)
  public long count(int row, int column) {
    return statistics.count(row, column);
  }

  /// {@return how many NaN of a cell were read}
  ///
  /// @param row from 0 (inclusive) to [#rows] (exclusive)
  /// @param column from 0 (inclusive) to [#columns] (exclusive)
  public long nan(int row, int column) {
    return statistics.nan(row, column);
  }

  /// {@return how many infinities of a cell were read}
  ///
  /// @param row from 0 (inclusive) to [#rows] (exclusive)
  /// @param column from 0 (inclusive) to [#columns] (exclusive)
  public long infinite(int row, int column) {
    return statistics.infinite(row, column);
  }

  /// {@return how many finite elements of all cells were read}
  public long count() {
    return statistics.count();
  }

  /// {@return how many NaN of all cells were read}
  public long nan() {
    return statistics.nan();
  }

  /// {@return how many infinities of all cells were read}
  public long infinite() {
    return statistics.infinite();
  }

  /// {@return the minimum of the finite elements, NaN if there are none}
  public double min() {
    return statistics.min();
  }

  /// {@return the maximum of the finite elements, NaN if there are none}
  public double max() {
    return statistics.max();
  }

  /// {@return the mean of the finite elements, NaN if there are none}
  public double mean() {
    return statistics.mean();
  }

  /// {@return the fraction of the elements that was read; 1 if all elements were read}
  public double share() {
    return share;
  }

  /// {@return whether all elements were read}
  public boolean isExact() {
    return share == 1;
  }
}
