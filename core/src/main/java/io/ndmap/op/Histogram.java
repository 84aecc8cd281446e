package io.ndmap.op;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.EqualBins;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Counts of an array's numbers in bins, as `numpy.histogram` returns them, and the counts of NaN
/// and of the numbers outside the bins.
///
/// Bin `i` contains the numbers from edge `i` to below edge `i + 1`; the last bin includes its
/// upper edge. Immutable.
public final class Histogram {

  private final ScalarKind kind;
  private final double[] edges;
  private final long[] counts;
  private final long outside;
  private final long nan;

  /// Creates a histogram.
  ///
  /// @param kind the scalar type of the edges
  /// @param edges the edges in ascending order, one more than the number of bins
  /// @param counts the counts of the bins
  /// @param outside the number of numbers outside the bins, without NaN
  /// @param nan the number of NaN
  public Histogram(ScalarKind kind, double[] edges, long[] counts, long outside, long nan) {
    this.kind = kind;
    this.edges = edges.clone();
    this.counts = counts.clone();
    this.outside = outside;
    this.nan = nan;
  }

  /// Returns the number of bins.
  ///
  /// @return at least 1
  public int bins() {
    return counts.length;
  }

  /// Returns the dtype of the edges: the dtype of the elements if it is `f4`, `f2` or another
  /// narrow floating-point dtype and the caller did not pass the edges, else `f8`.
  ///
  /// @return the dtype, little-endian
  public DType dtype() {
    return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
  }

  /// Returns the edges of the bins.
  ///
  /// @return `bins() + 1` numbers in ascending order, in a new array
  public double[] edges() {
    return edges.clone();
  }

  /// Returns the number of numbers in each bin.
  ///
  /// @return `bins()` counts, in a new array
  public long[] counts() {
    return counts.clone();
  }

  /// Returns the number of numbers below the first or above the last edge.
  ///
  /// @return the count, without NaN
  public long outside() {
    return outside;
  }

  /// Returns the number of NaN, which are in no bin.
  ///
  /// @return the count
  public long nan() {
    return nan;
  }

  /// Returns the density of the numbers in each bin, `numpy.histogram(density=True)`: each count
  /// divided by the width of its bin and by the sum of all counts, so that the integral over all
  /// bins is 1.
  ///
  /// @return `bins()` densities; all are NaN if all bins are empty. The density of a bin of width 0
  ///   is NaN if the bin is empty, and infinite otherwise
  public double[] density() {
    long inside = Arrays.stream(counts).sum();
    double[] density = new double[counts.length];
    for (int i = 0; i < density.length; i++) {
      double width = EqualBins.round(kind, edges[i + 1] - edges[i]);
      density[i] = CanonicalNaN.of(counts[i] / width / inside);
    }
    return density;
  }

  /// Returns counts and edges, for logs.
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
