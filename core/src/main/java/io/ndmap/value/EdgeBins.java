package io.ndmap.value;

/// Bins with arbitrary edges. The range from the first edge to the last one is divided into cells
/// of equal width, and a table has the number of edges below each cell. The bin of a number is
/// found by bisection among the few edges in the cell of the number.
///
/// The index of the cell grows monotonically with the number, despite rounding. Therefore no edge
/// in a lower cell exceeds the number, and every edge in a higher cell does. If the width is
/// infinite or zero, all numbers are in the first cell: their index is 0, or NaN, which Java casts
/// to 0.
public final class EdgeBins extends Bins {

  /// Cells for each bin: with this number, most cells have no edge if the bins are about equally
  /// wide.
  private static final int PER_BIN = 16;

  /// The maximum number of cells, so that the table fits into the CPU cache.
  private static final int MOST = 1 << 14;

  private final double first;
  private final double perUnit;
  // For each cell, the number of edges in lower cells, without the first and the last edge; one
  // entry more than there are cells.
  private final int[] below;

  /// @param edges at least two, in ascending order
  public EdgeBins(double... edges) {
    super(edges);
    int bins = counts.length;
    int cells = (int) Math.min((long) PER_BIN * bins, MOST);
    this.first = edges[0];
    this.perUnit = cells / (edges[bins] - first);
    this.below = new int[cells + 1];
    for (int i = 1; i < bins; i++) {
      below[cell(edges[i]) + 1]++;
    }
    for (int i = 1; i < below.length; i++) {
      below[i] += below[i - 1];
    }
  }

  private int cell(double number) {
    return Math.min((int) ((number - first) * perUnit), below.length - 2);
  }

  @Override
  int bin(double number) {
    int cell = cell(number);
    int low = below[cell];
    int high = below[cell + 1] + 1;
    // The number is not below edges[low]; among equal edges the last one counts.
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (number < edges[middle]) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low;
  }
}
