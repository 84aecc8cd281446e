package io.ndmap.benchmarks.race;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Statistics of all floats, and of the cells of a matrix of floats, as handwritten loops in one
/// pass.
final class FfmOverviews {

  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private FfmOverviews() {}

  /// Returns count, minimum, maximum, mean and standard deviation of `n` elements, an even number.
  static double[] statistics(MemorySegment s, int n) {
    float min = s.get(FLOAT, 0);
    float max = min;
    double shift = min;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int i = 0; i < n - 1; i += 2) {
      float x = s.get(FLOAT, 4L * i);
      float y = s.get(FLOAT, 4L * i + 4);
      min = Math.min(min, Math.min(x, y));
      max = Math.max(max, Math.max(x, y));
      double fromX = x - shift;
      double fromY = y - shift;
      a += fromX;
      b += fromY;
      c += fromX * fromX;
      d += fromY * fromY;
    }
    double sum = a + b;
    return new double[] {n, min, max, shift + sum / n, Math.sqrt((c + d - sum * sum / n) / n)};
  }

  /// Returns count, minimum, maximum and mean of each cell.
  ///
  /// @param high the number of rows of cells; it divides `rows`
  /// @param wide the number of columns of cells; it divides `columns`, and the quotient is even
  static double[] cells(MemorySegment s, int rows, int columns, int high, int wide) {
    double[] cells = new double[4 * high * wide];
    int cellRows = rows / high;
    int cellColumns = columns / wide;
    for (int row = 0; row < rows; row++) {
      boolean begins = row % cellRows == 0;
      int cell = 4 * wide * (row / cellRows);
      for (int begin = 0; begin < columns; begin += cellColumns, cell += 4) {
        long at = 4L * ((long) row * columns + begin);
        float min = s.get(FLOAT, at);
        float max = min;
        double a = 0;
        double b = 0;
        for (int i = 0; i < cellColumns - 1; i += 2) {
          float x = s.get(FLOAT, at + 4L * i);
          float y = s.get(FLOAT, at + 4L * i + 4);
          min = Math.min(min, Math.min(x, y));
          max = Math.max(max, Math.max(x, y));
          a += x;
          b += y;
        }
        cells[cell] += cellColumns;
        cells[cell + 1] = begins ? min : Math.min(min, cells[cell + 1]);
        cells[cell + 2] = begins ? max : Math.max(max, cells[cell + 2]);
        cells[cell + 3] += a + b;
      }
    }
    for (int cell = 0; cell < cells.length; cell += 4) {
      cells[cell + 3] /= cells[cell];
    }
    return cells;
  }
}
