package io.ndmap.value;

/// Counts numbers in bins: a bin includes its lower edge but not its upper one, except for the last
/// bin, which includes both.
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

  /// The bin of a number between the first edge and the last one.
  abstract int bin(double number);

  /// Counts numbers.
  ///
  /// @param count how many, from the first one on
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

  /// How many numbers are in each bin.
  ///
  /// @return the array itself
  public final long[] counts() {
    return counts;
  }

  /// How many are NaN.
  ///
  /// @return the count
  public final long nan() {
    return nan;
  }

  /// How many are below the first or above the last edge.
  ///
  /// @return the count
  public final long outside() {
    return outside;
  }
}
