package io.ndmap.cells;

/// Statistics of the columns of a few rows of numbers, column by column, so that HotSpot vectorizes
/// the loops; in the end those of neighbouring columns become those of a cell.
///
/// Squares are those of distances from a column's first number: as this is one of the numbers, what
/// cancels is at most their count times what is left.
final class CellLanes {

  /// The most columns.
  static final int MOST = 1024;

  /// The most rows, so that errors do not grow with the height of a cell.
  static final int ROWS = 256;

  /// Columns that are added one after the other.
  private static final int SHORT = 32;

  private final double[] first = new double[MOST];
  private final double[] sums = new double[MOST];
  private final double[] distances = new double[MOST];
  private final double[] squares = new double[MOST];
  private final double[] mins = new double[MOST];
  private final double[] maxs = new double[MOST];
  private int rows;

  /// Forgets all.
  void begin() {
    rows = 0;
  }

  /// Takes a row.
  ///
  /// @param numbers from index 0 on: HotSpot does not know arrays with different indices apart
  /// @param width how many columns there are
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
      addExtremes(numbers, width);
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

  private void addExtremes(double[] numbers, int width) {
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
  /// @param to the column behind the last
  /// @return false if not all numbers are finite, or their sum is not: then nothing was added
  boolean end(int from, int to, CellBand band, int cell) {
    double total = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    // In short sums, so that errors do not grow with the width of a cell either.
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
