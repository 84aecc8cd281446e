package io.ndmap.picture.figure;

import java.util.Objects;

/// A grid of values. It may contain NaN and infinities, which are drawn in dedicated colours.
/// Immutable.
public final class Grid {

  private final int rows;
  private final int columns;
  private final double[] values;

  /// Copies the values.
  ///
  /// @param rows the number of rows, at least 1
  /// @param columns the number of columns, at least 1
  /// @param values the values row by row; copied
  /// @throws IllegalArgumentException if a size is below 1, or the number of values is not `rows *
  ///   columns`
  public Grid(int rows, int columns, double... values) {
    if (rows < 1 || columns < 1 || (long) rows * columns != values.length) {
      throw new IllegalArgumentException(
          "expected " + rows + " times " + columns + " cells, found " + values.length);
    }
    this.rows = rows;
    this.columns = columns;
    this.values = values.clone();
  }

  /// {@return the number of rows}
  public int rows() {
    return rows;
  }

  /// {@return the number of columns}
  public int columns() {
    return columns;
  }

  /// A value.
  ///
  /// @param row from 0 (inclusive) to [#rows] (exclusive)
  /// @param column from 0 (inclusive) to [#columns] (exclusive)
  /// @return the value
  /// @throws IndexOutOfBoundsException if there is no such row or column
  public double value(int row, int column) {
    Objects.checkIndex(row, rows);
    return values[row * columns + Objects.checkIndex(column, columns)];
  }

  /// {@return a copy of all values, row by row}
  public double[] toArray() {
    return values.clone();
  }
}
