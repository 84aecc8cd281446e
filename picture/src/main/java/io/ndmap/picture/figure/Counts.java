package io.ndmap.picture.figure;

/// How many values are in each bin. Immutable.
public final class Counts {

  private final double[] edges;
  private final long[] counts;

  /// Copies the arrays.
  ///
  /// @param edges the ends of the bins, ascending, one more than there are bins; copied
  /// @param counts how many values are in each bin; copied
  /// @throws IllegalArgumentException if there is no bin, a count is negative, or the edges are not
  ///   one more, finite and ascending
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

  /// {@return how many bins there are}
  public int bins() {
    return counts.length;
  }

  /// The lower end of a bin; the upper end of the last one for [#bins()].
  ///
  /// @param bin from 0 to before [#bins]
  /// @return the lower end
  public double edge(int bin) {
    return edges[bin];
  }

  /// {@return how many values a bin has}
  ///
  /// @param bin from 0 to before [#bins]
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
