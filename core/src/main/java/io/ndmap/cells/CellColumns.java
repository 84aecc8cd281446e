package io.ndmap.cells;

/// Running statistics of each column over a few rows of numbers. HotSpot vectorises loops over the
/// columns. In the end, neighbouring columns are merged into cells.
///
/// Distances are measured from a column's first number. The sum of squared deviations from the
/// column's mean is `squares - distances² / rows`. Since the first number is one of the column's
/// numbers, cancellation is bounded: the subtracted term is at most `rows` times the result.
final class CellColumns {

  /// The maximum number of columns.
  static final int MOST = 1024;

  /// The maximum number of rows, so that rounding errors do not grow with the height of a cell.
  static final int ROWS = 256;

  /// The number of columns that are added to one partial sum.
  private static final int SHORT = 32;

  private final double[] first = new double[MOST];
  private final double[] sums = new double[MOST];
  private final double[] distances = new double[MOST];
  private final double[] squares = new double[MOST];
  private final double[] mins = new double[MOST];
  private final double[] maxs = new double[MOST];
  private int rows;

  /// Resets all columns.
  void begin() {
    rows = 0;
  }

  /// Adds a row.
  ///
  /// @param numbers the row; it begins at index 0, because HotSpot vectorises a loop only if it
  ///   accesses all arrays at the same index
  /// @param width the number of columns
  void row(double[] numbers, int width) {
    if (rows == 0) {
      for (double[] copy : new double[][] {first, sums, mins, maxs}) {
        System.arraycopy(numbers, 0, copy, 0, width);
      }
      for (int j = 0; j < width; j++) {
        distances[j] = 0;
        squares[j] = 0;
      }
    } else {
      addSums(numbers, width);
      addMinMax(numbers, width);
    }
    rows++;
  }

  private void addSums(double[] numbers, int width) {
    double[] f = first;
    double[] s = sums;
    double[] d = distances;
    double[] q = squares;
    for (int j = 0; j < width; j++) {
      double x = numbers[j];
      double distance = x - f[j];
      s[j] += x;
      d[j] += distance;
      q[j] += distance * distance;
    }
  }

  private void addMinMax(double[] numbers, int width) {
    double[] lo = mins;
    double[] hi = maxs;
    for (int j = 0; j < width; j++) {
      lo[j] = Math.min(lo[j], numbers[j]);
      hi[j] = Math.max(hi[j], numbers[j]);
    }
  }

  /// Adds columns to a cell.
  ///
  /// @param from the first column
  /// @param to the last column, exclusive
  /// @return false if the sum is not finite; in this case nothing is added
  boolean end(int from, int to, CellBand band, int cell) {
    double total = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    // Partial sums, so that rounding errors do not grow with the width of a cell either.
    for (int begin = from; begin < to; begin += SHORT) {
      double some = 0;
      for (int j = begin; j < Math.min(begin + SHORT, to); j++) {
        some += sums[j];
        min = mins[j] < min ? mins[j] : min;
        max = maxs[j] > max ? maxs[j] : max;
      }
      total += some;
    }
    if (!Double.isFinite(total)) {
      return false;
    }
    long count = (long) rows * (to - from);
    double mean = total / count;
    double each = 1.0 / rows;
    double deviations = 0;
    for (int j = from; j < to; j++) {
      double distance = distances[j] * each;
      double away = first[j] - mean + distance;
      deviations += Math.max(0, squares[j] - distances[j] * distance) + rows * (away * away);
    }
    band.add(cell, count, total, deviations, min, max);
    return true;
  }
}
