package io.ndmap.cli.demo;

import io.ndmap.nd.DoubleView;

/// The demo's loops over elements, written as a user would write them.
final class DemoLoops {

  private DemoLoops() {}

  /// Reads elements at random positions and returns how many were wrong.
  static long wrongAtRandom(DoubleView array, long rows, int count, long seed) {
    long wrong = 0;
    long state = seed;
    for (int k = 0; k < count; k++) {
      // A linear congruential generator (Knuth's MMIX) is cheaper than the accesses that are
      // measured.
      state = state * 6364136223846793005L + 1442695040888963407L;
      long i = Math.unsignedMultiplyHigh(state, rows);
      int j = (int) (state >>> 20) & (DemoArray.COLUMNS - 1);
      wrong += array.get(i, j) == DemoArray.value(i, j) ? 0 : 1;
    }
    return wrong;
  }

  /// Reads every element of a view of the array and returns how many were wrong.
  ///
  /// @param view a view whose element (i, j) is element (row + i × rowStep, column + j ×
  ///   columnStep) of the array
  static long wrong(DoubleView view, long row, long rowStep, int column, int columnStep) {
    long wrong = 0;
    int columns = (int) view.size(1);
    for (long i = 0; i < view.size(0); i++) {
      for (int j = 0; j < columns; j++) {
        wrong +=
            view.get(i, j) == DemoArray.value(row + i * rowStep, column + j * columnStep) ? 0 : 1;
      }
    }
    return wrong;
  }

  /// Like [#wrong], for a view with exchanged axes: element (j, i) is the array's element (i, j).
  static long wrongTransposed(DoubleView view) {
    long wrong = 0;
    int rows = (int) view.size(1);
    for (int j = 0; j < view.size(0); j++) {
      for (int i = 0; i < rows; i++) {
        wrong += view.get(j, i) == DemoArray.value(i, j) ? 0 : 1;
      }
    }
    return wrong;
  }

  /// Like [#wrong], for a view of the array's first rows. Reads the elements column by column.
  static long wrongByColumns(DoubleView view) {
    long wrong = 0;
    int rows = (int) view.size(0);
    for (int j = 0; j < DemoArray.COLUMNS; j++) {
      for (int i = 0; i < rows; i++) {
        wrong += view.get(i, j) == DemoArray.value(i, j) ? 0 : 1;
      }
    }
    return wrong;
  }
}
