package io.ndmap.picture.figure;

/// A histogram: the number of values in each bin. Immutable.
public final class Counts {

  private final double[] edges;
  private final long[] counts;

  /// Copies the arrays.
  ///
  /// @param edges the ends of the bins in ascending order, one more than there are bins; copied
  /// @param counts the number of values in each bin; copied
  /// @throws IllegalArgumentException if there is no bin, a count is negative, the number of edges
  ///   is not one more than the number of counts, or the edges are not finite and ascending
  public Counts(double[] edges, long[] counts) {
    if (counts.length == 0 || edges.length != counts.length + 1) {
      throw new IllegalArgumentException(
          "expected bins and one edge more, found " + counts.length + " and " + edges.length);
    }
    for (int bin = 0; bin < counts.length; bin++) {
      if (!Double.isFinite(edges[bin])
          || !Double.isFinite(edges[bin + 1])
          || edges[bin] > edges[bin + 1]
          || counts[bin] < 0) {
        throw new IllegalArgumentException(
            "bin "
                + bin
                + " has "
                + counts[bin]
                + " values from "
                + edges[bin]
                + " to "
                + edges[bin + 1]);
      }
    }
    this.edges = edges.clone();
    this.counts = counts.clone();
  }

  /// {@return the number of bins}
  public int bins() {
    return counts.length;
  }

  /// The lower end of a bin, or the upper end of the last bin.
  ///
  /// @param bin from 0 (inclusive) to [#bins] (exclusive), or [#bins] for the upper end of the last
  ///   bin
  /// @return the end of the bin
  public double edge(int bin) {
    return edges[bin];
  }

  /// {@return the number of values in a bin}
  ///
  /// @param bin from 0 (inclusive) to [#bins] (exclusive)
  public long count(int bin) {
    return counts[bin];
  }

  /// {@return the largest count}
  public long most() {
    long most = 0;
    for (long count : counts) {
      most = Math.max(most, count);
    }
    return most;
  }
}
