package io.ndmap.cells;

import io.ndmap.op.CellStatistics;

/// Where the cells of a plane begin along one of its axes, counted in the order of memory.
///
/// @param items how many there are
/// @param cells how many there are, at most as many as items
/// @param reversed whether memory has the last item first
record CellAxis(long items, int cells, boolean reversed) {

  /// The first item of a cell.
  ///
  /// @param cell in the order of memory, from 0 to `cells`
  long start(int cell) {
    return reversed
        ? items - CellStatistics.start(cells - cell, cells, items)
        : CellStatistics.start(cell, cells, items);
  }

  /// The cell of an item.
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

  /// The number of a cell in the order of the axis.
  int number(int cell) {
    return reversed ? cells - 1 - cell : cell;
  }
}
