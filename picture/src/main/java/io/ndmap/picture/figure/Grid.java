package io.ndmap.picture.figure;

import java.util.Objects;

/// Rows and columns of values: NaN and infinities have colours of their own. Immutable.
public final class Grid {

  private final int rows;
  private final int columns;
  private final double[] values;

  /// Copies the values.
  ///
  /// @param rows at least 1
  /// @param columns at least 1
  /// @param values row by row; copied
  /// @throws IllegalArgumentException if a size is below 1, or there are not `rows * columns`
  ///   values
  public Grid(int rows, int columns, double... values) {
    if (rows < 1 || columns < 1 || (long) rows * columns != values.length) {
      throw new IllegalArgumentException(
          "expected " + rows + " times " + columns + " cells, found " + values.length);
    }
    this.rows = rows;
    this.columns = columns;
    this.values = values.clone();
  }

  /// {@return how many rows there are}
  public int rows() {
    return rows;
  }

  /// {@return how many columns there are}
  public int columns() {
    return columns;
  }

  /// A value.
  ///
  /// @param row from 0 to before [#rows]
  /// @param column from 0 to before [#columns]
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
