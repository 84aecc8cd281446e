package io.ndmap.value;

/// Counts numbers in bins. A bin includes its lower edge and, if it is the last bin, its upper
/// edge.
///
/// Not thread-safe.
public abstract sealed class Bins permits EqualBins, EdgeBins {

  final double[] edges;
  final long[] counts;
  private long nan;
  private long outside;

  Bins(double[] edges) {
    this.edges = edges;
    this.counts = new long[edges.length - 1];
  }

  /// Returns the index of the bin that contains a number.
  ///
  /// @param number not below the first edge and not above the last one
  abstract int bin(double number);

  /// Counts numbers.
  ///
  /// @param count the number of array elements to count, from index 0
  public final void add(double[] numbers, int count) {
    double low = edges[0];
    double high = edges[edges.length - 1];
    for (int i = 0; i < count; i++) {
      double number = numbers[i];
      if (number >= low && number <= high) {
        counts[bin(number)]++;
      } else if (Double.isNaN(number)) {
        nan++;
      } else {
        outside++;
      }
    }
  }

  /// Adds the counts of other bins with the same edges.
  public final void add(Bins other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    nan += other.nan;
    outside += other.outside;
  }

  /// The counts of the bins.
  ///
  /// @return the counts, not a copy
  public final long[] counts() {
    return counts;
  }

  /// The number of NaN.
  ///
  /// @return the count
  public final long nan() {
    return nan;
  }

  /// The number of numbers below the first or above the last edge.
  ///
  /// @return the count
  public final long outside() {
    return outside;
  }
}
