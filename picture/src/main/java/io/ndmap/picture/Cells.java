package io.ndmap.picture;

import io.ndmap.op.CellStatistics;

/// Rows and columns of cells, each of which stands for a box of elements: row `r` of `R` for the
/// elements from `⌊r·n/R⌋` to before `⌊(r+1)·n/R⌋` along the first axis, and columns alike.
/// Immutable.
///
/// Numbers are what a `double` holds of them: integers of more than 53 bits are rounded. NaN, `NaT`
/// and infinities are counted, and left out of all else.
public final class Cells {

  private final CellStatistics statistics;
  private final double share;

  /// @param statistics of the elements that were looked at
  /// @param share how many of all elements these are, from 0 to 1
  Cells(CellStatistics statistics, double share) {
    this.statistics = statistics;
    this.share = share;
  }

  /// {@return how many rows of cells there are: 0 if there are no elements}
  public int rows() {
    return statistics.rows();
  }

  /// {@return how many columns of cells there are: 0 if there are no elements}
  public int columns() {
    return statistics.columns();
  }

  /// {@return how many elements the plane has from top to bottom; 1 of a line}
  public long height() {
    return statistics.height();
  }

  /// {@return how many elements the plane has from left to right}
  public long width() {
    return statistics.width();
  }

  /// The first element of a row of cells.
  ///
  /// @param row from 0 to [#rows], which gives the height
  /// @return its index along the first axis
  public long rowStart(int row) {
    return CellStatistics.start(row, rows(), height());
  }

  /// The first element of a column of cells.
  ///
  /// @param column from 0 to [#columns], which gives the width
  /// @return its index along the second axis
  public long columnStart(int column) {
    return CellStatistics.start(column, columns(), width());
  }

  /// A statistic of a cell.
  ///
  /// @param aggregate the statistic
  /// @param row from 0 to before [#rows]
  /// @param column from 0 to before [#columns]
  /// @return the aggregate of its finite elements, NaN if it has none; for [Aggregate#COUNT_NAN]
  ///   the count
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

  /// {@return how many finite numbers of a cell were looked at}
  ///
  /// @param row from 0 to before [#rows]
  /// @param column from 0 to before [#columns]
  public long count(int row, int column) {
    return statistics.count(row, column);
  }

  /// {@return how many NaN of a cell were looked at}
  ///
  /// @param row from 0 to before [#rows]
  /// @param column from 0 to before [#columns]
  public long nan(int row, int column) {
    return statistics.nan(row, column);
  }

  /// {@return how many infinities of a cell were looked at}
  ///
  /// @param row from 0 to before [#rows]
  /// @param column from 0 to before [#columns]
  public long infinite(int row, int column) {
    return statistics.infinite(row, column);
  }

  /// {@return how many finite numbers all cells have}
  public long count() {
    return statistics.count();
  }

  /// {@return how many NaN all cells have}
  public long nan() {
    return statistics.nan();
  }

  /// {@return how many infinities all cells have}
  public long infinite() {
    return statistics.infinite();
  }

  /// {@return the least finite number, NaN if there is none}
  public double min() {
    return statistics.min();
  }

  /// {@return the largest finite number, NaN if there is none}
  public double max() {
    return statistics.max();
  }

  /// {@return the mean of all finite numbers, NaN if there are none}
  public double mean() {
    return statistics.mean();
  }

  /// {@return which share of the elements was looked at: 1 if all}
  public double share() {
    return share;
  }

  /// {@return whether all elements were looked at}
  public boolean isExact() {
    return share == 1;
  }
}
