package io.ndmap.kernel;

/// Bins with arbitrary edges, found by bisection.
public final class EdgeBins extends Bins {

  /// @param edges two at least, in ascending order
  public EdgeBins(double... edges) {
    super(edges);
  }

  @Override
  int bin(double number) {
    int low = 0;
    int high = counts.length;
    // The number is not below edges[low]; of equal edges the last one counts.
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
