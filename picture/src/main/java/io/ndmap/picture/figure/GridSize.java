package io.ndmap.picture.figure;

import io.ndmap.op.CellStatistics;

/// The number of rows and columns of cells of a picture.
///
/// @param rows the number of rows, at least 1
/// @param columns the number of columns, at least 1
public record GridSize(int rows, int columns) {

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if a size is below 1
  public GridSize {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "a picture has cells, found " + rows + " times " + columns);
    }
  }

  /// Reduces the size to at most one cell per element and at most [CellStatistics#MOST] cells. The
  /// second limit reduces rows and columns in about the same proportion.
  ///
  /// @param rowAxis the axis from top to bottom
  /// @param columnAxis the axis from left to right
  /// @return the reduced size
  public GridSize within(ItemAxis rowAxis, ItemAxis columnAxis) {
    int r = (int) Math.min(rows, rowAxis.items());
    int c = (int) Math.min(columns, columnAxis.items());
    double cells = (double) r * c;
    if (cells <= CellStatistics.MOST) {
      return new GridSize(r, c);
    }
    double factor = Math.sqrt(CellStatistics.MOST / cells);
    int fewerRows = Math.clamp((long) (r * factor), 1, CellStatistics.MOST);
    int fewerColumns = Math.clamp((long) (c * factor), 1, CellStatistics.MOST / fewerRows);
    return new GridSize(fewerRows, fewerColumns);
  }
}
