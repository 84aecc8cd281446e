package io.ndmap.cells;

import io.ndmap.op.CellStatistics;
import java.util.Arrays;

/// Collects the statistics of all cells, row by row.
final class CellTable {

  private final int rows;
  private final int columns;
  private final long height;
  private final long width;
  private final long[] counts;
  private final long[] nans;
  private final long[] infinities;
  private final double[] means;
  private final double[] mins;
  private final double[] maxs;
  private final double[] stds;

  CellTable(int rows, int columns, long height, long width) {
    this.rows = rows;
    this.columns = columns;
    this.height = height;
    this.width = width;
    int cells = rows * columns;
    this.counts = new long[cells];
    this.nans = new long[cells];
    this.infinities = new long[cells];
    this.means = new double[cells];
    this.mins = new double[cells];
    this.maxs = new double[cells];
    this.stds = new double[cells];
    for (double[] numbers : new double[][] {means, mins, maxs, stds}) {
      Arrays.fill(numbers, Double.NaN);
    }
  }

  void set(int row, int column, CellBand band, int cell) {
    int k = row * columns + column;
    counts[k] = band.count(cell);
    nans[k] = band.nan(cell);
    infinities[k] = band.infinite(cell);
    means[k] = band.mean(cell);
    mins[k] = band.min(cell);
    maxs[k] = band.max(cell);
    stds[k] = band.std(cell);
  }

  /// Returns the statistics. Call once, at the end.
  CellStatistics statistics() {
    return new CellStatistics(
        rows, columns, height, width, counts, nans, infinities, means, mins, maxs, stds);
  }
}
