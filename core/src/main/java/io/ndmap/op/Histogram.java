package io.ndmap.op;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.EqualBins;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Counts of an array's numbers in bins: the result of `numpy.histogram`, and what it leaves out.
///
/// Bin `i` holds the numbers from edge `i` on that are below edge `i + 1`, the last bin also those
/// at the last edge. Immutable.
public final class Histogram {

  private final ScalarKind kind;
  private final double[] edges;
  private final long[] counts;
  private final long outside;
  private final long nan;

  /// Creates a histogram.
  ///
  /// @param kind what the edges are numbers of
  /// @param edges in ascending order, one more than there are bins
  /// @param counts of the bins
  /// @param outside how many numbers are in no bin
  /// @param nan how many are NaN
  public Histogram(ScalarKind kind, double[] edges, long[] counts, long outside, long nan) {
    this.kind = kind;
    this.edges = edges.clone();
    this.counts = counts.clone();
    this.outside = outside;
    this.nan = nan;
  }

  /// How many bins there are.
  ///
  /// @return at least 1
  public int bins() {
    return counts.length;
  }

  /// What the edges are numbers of: `f2` or `f4` where the items are and the edges were computed,
  /// else `f8`.
  ///
  /// @return the dtype, little-endian
  public DType dtype() {
    return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
  }

  /// Where the bins begin and end.
  ///
  /// @return `bins() + 1` numbers in ascending order, in a new array
  public double[] edges() {
    return edges.clone();
  }

  /// How many numbers are in each bin.
  ///
  /// @return `bins()` counts, in a new array
  public long[] counts() {
    return counts.clone();
  }

  /// How many numbers are below the first or above the last edge.
  ///
  /// @return the count, without NaN
  public long outside() {
    return outside;
  }

  /// How many items are NaN, which are in no bin.
  ///
  /// @return the count
  public long nan() {
    return nan;
  }

  /// The density of the numbers in each bin, `numpy.histogram(density=True)`: counts divided by the
  /// bin's width and by how many numbers there are in all bins, so that its integral is 1.
  ///
  /// @return `bins()` densities; NaN where there is no number in any bin, or none in a bin without
  ///   width, and infinite where there are some in such a bin
  public double[] density() {
    long inside = Arrays.stream(counts).sum();
    double[] density = new double[counts.length];
    for (int i = 0; i < density.length; i++) {
      double width = EqualBins.round(kind, edges[i + 1] - edges[i]);
      density[i] = CanonicalNaN.of(counts[i] / width / inside);
    }
    return density;
  }

  /// Counts and edges, for the log.
  @Override
  public String toString() {
    return "counts "
        + Arrays.toString(counts)
        + " between "
        + Arrays.toString(edges)
        + ", "
        + outside
        + " outside, "
        + nan
        + " NaN";
  }
}
