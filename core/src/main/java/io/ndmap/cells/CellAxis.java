package io.ndmap.cells;

import io.ndmap.op.CellStatistics;

/// The cells along one axis of a plane, counted in memory order.
///
/// @param items the number of elements
/// @param cells the number of cells, at most the number of elements
/// @param reversed whether the axis has a negative stride
record CellAxis(long items, int cells, boolean reversed) {

  /// The first element of a cell.
  ///
  /// @param cell the number of the cell in memory order, from 0 to `cells`
  long start(int cell) {
    return reversed
        ? items - CellStatistics.start(cells - cell, cells, items)
        : CellStatistics.start(cell, cells, items);
  }

  /// The number, in memory order, of the cell that contains an element.
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

  /// The index along the axis of a cell given in memory order.
  int number(int cell) {
    return reversed ? cells - 1 - cell : cell;
  }
}
