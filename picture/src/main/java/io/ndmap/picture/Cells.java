package io.ndmap.picture;

import io.ndmap.op.CellStatistics;

/// Rows and columns of cells, each of which stands for a box of items: row `r` of `R` for the items
/// from `⌊r·n/R⌋` to before `⌊(r+1)·n/R⌋` along the first axis, and columns alike. Immutable.
///
/// Numbers are what a `double` holds of them: integers of more than 53 bits are rounded. NaN, `NaT`
/// and infinities are counted, and left out of all else.
public final class Cells {

  private final CellStatistics statistics;
  private final double share;

  /// @param statistics of the items that were looked at
  /// @param share how many of all items these are, from 0 to 1
  Cells(CellStatistics statistics, double share) {
    this.statistics = statistics;
    this.share = share;
  }

  /// How many rows of cells there are: 0 if there are no items.
  public int rows() {
    return statistics.rows();
  }

  /// How many columns of cells there are: 0 if there are no items.
  public int columns() {
    return statistics.columns();
  }

  /// How many items the plane has from top to bottom; 1 of a line.
  public long height() {
    return statistics.height();
  }

  /// How many items the plane has from left to right.
  public long width() {
    return statistics.width();
  }

  /// The first item of a row of cells.
  ///
  /// @param row from 0 to [#rows], which gives the height
  public long rowStart(int row) {
    return CellStatistics.start(row, rows(), height());
  }

  /// The first item of a column of cells.
  ///
  /// @param column from 0 to [#columns], which gives the width
  public long columnStart(int column) {
    return CellStatistics.start(column, columns(), width());
  }

  /// A statistic of a cell.
  ///
  /// @return the aggregate of its finite items, NaN if it has none; for [Aggregate#COUNT_NAN] the
  ///   count
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

  /// How many finite numbers of a cell were looked at.
  public long count(int row, int column) {
    return statistics.count(row, column);
  }

  /// How many NaN of a cell were looked at.
  public long nan(int row, int column) {
    return statistics.nan(row, column);
  }

  /// How many infinities of a cell were looked at.
  public long infinite(int row, int column) {
    return statistics.infinite(row, column);
  }

  /// How many finite numbers all cells have.
  public long count() {
    return statistics.count();
  }

  /// How many NaN all cells have.
  public long nan() {
    return statistics.nan();
  }

  /// How many infinities all cells have.
  public long infinite() {
    return statistics.infinite();
  }

  /// The least finite number, NaN if there is none.
  public double min() {
    return statistics.min();
  }

  /// The largest finite number, NaN if there is none.
  public double max() {
    return statistics.max();
  }

  /// The mean of all finite numbers, NaN if there are none.
  public double mean() {
    return statistics.mean();
  }

  /// Which share of the items was looked at: 1 if all.
  public double share() {
    return share;
  }

  /// Whether all items were looked at.
  public boolean isExact() {
    return share == 1;
  }
}
