package io.ndmap.cells;

import io.ndmap.op.CellStatistics;

/// Divides one axis of a plane (an array of rank 2) into cells, which are ranges of neighbouring
/// elements. The cells are numbered in memory order.
///
/// @param items the number of elements along the axis
/// @param cells the number of cells, at most the number of elements
/// @param reversed whether the axis has a negative stride
record CellAxis(long items, int cells, boolean reversed) {

  /// Returns the index, in memory order, of a cell's first element.
  ///
  /// @param cell the number of the cell in memory order, from 0 to `cells`; for `cells`, the end of
  ///   the axis is returned
  long start(int cell) {
    return reversed
        ? items - CellStatistics.start(cells - cell, cells, items)
        : CellStatistics.start(cell, cells, items);
  }

  /// Returns the number of the cell that contains an element. Cells and elements are counted in
  /// memory order.
  int cell(long item) {
    int cell = (int) Math.min(cells - 1.0, (double) item / items * cells);
    while (start(cell) > item) {
      cell--;
    }
    while (start(cell + 1) <= item) {
      cell++;
    }
    return cell;
  }

  /// Converts the number of a cell in memory order to its index along the axis.
  int number(int cell) {
    return reversed ? cells - 1 - cell : cell;
  }
}
