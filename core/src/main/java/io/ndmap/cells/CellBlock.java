package io.ndmap.cells;

/// Adds blocks of numbers, which may be NaN or infinite, to a cell.
final class CellBlock {

  private CellBlock() {}

  /// Adds numbers to a cell.
  ///
  /// @param numbers the numbers; finite ones may be moved to the front of the range
  /// @param from the index of the first number
  /// @param to the index after the last number
  static void add(double[] numbers, int from, int to, CellBand band, int cell) {
    double sum = sum(numbers, from, to);
    int end = to;
    if (!Double.isFinite(sum)) {
      end = finite(numbers, from, to, band, cell);
      sum = sum(numbers, from, end);
    }
    int count = end - from;
    if (count == 0) {
      return;
    }
    double mean = sum / count;
    double min = numbers[from];
    double max = min;
    double deviations = 0;
    double more = 0;
    int i = from;
    for (; i < end - 1; i += 2) {
      double x = numbers[i];
      double y = numbers[i + 1];
      min = x < min ? x : min;
      max = x > max ? x : max;
      min = y < min ? y : min;
      max = y > max ? y : max;
      deviations += (x - mean) * (x - mean);
      more += (y - mean) * (y - mean);
    }
    if (i < end) {
      double x = numbers[i];
      min = Math.min(x, min);
      max = Math.max(x, max);
      deviations += (x - mean) * (x - mean);
    }
    band.add(cell, count, sum, deviations + more, min, max);
  }

  private static double sum(double[] numbers, int from, int to) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = from;
    for (; i < to - 3; i += 4) {
      a += numbers[i];
      b += numbers[i + 1];
      c += numbers[i + 2];
      d += numbers[i + 3];
    }
    for (; i < to; i++) {
      a += numbers[i];
    }
    return (a + b) + (c + d);
  }

  /// Moves the finite numbers to the front of the range, and adds the counts of NaN and infinite
  /// numbers to the cell.
  ///
  /// @return the end of the finite numbers
  private static int finite(double[] numbers, int from, int to, CellBand band, int cell) {
    int kept = from;
    long nan = 0;
    for (int i = from; i < to; i++) {
      double x = numbers[i];
      numbers[kept] = x;
      kept += Double.isFinite(x) ? 1 : 0;
      nan += Double.isNaN(x) ? 1 : 0;
    }
    band.addOthers(cell, nan, to - kept - nan);
    return kept;
  }
}
