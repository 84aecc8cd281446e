package io.ndmap.value;

/// Bins with arbitrary edges, found by bisection among the few that begin near the number: the
/// range from the first edge to the last one is divided into cells of equal width, and for each
/// cell the number of edges below it is known.
///
/// The cell number is monotonic in the number, however it is rounded. Therefore an edge of a lower
/// cell is not above the number, and one of a higher cell is. If the width is infinite or zero, all
/// numbers are in the first cell, as NaN becomes 0.
public final class EdgeBins extends Bins {

  /// With so many cells, most have no edge if the bins are about equally wide.
  private static final int PER_BIN = 16;

  /// Limits the cell table to the size of the cache.
  private static final int MOST = 1 << 14;

  private final double first;
  private final double perUnit;
  // For each cell the number of edges in lower cells that begin a bin, the first edge excluded; one
  // entry more than cells.
  private final int[] below;

  /// @param edges two at least, in ascending order
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
