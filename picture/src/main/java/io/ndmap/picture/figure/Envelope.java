package io.ndmap.picture.figure;

/// The values of a line chart: minimum, mean and maximum of each part of the line. All parts stand
/// for equally many elements. A part without a finite element has NaN. Immutable.
public final class Envelope {

  private final double[] min;
  private final double[] mean;
  private final double[] max;

  /// Copies the arrays.
  ///
  /// @param min the minimum of each part; copied
  /// @param mean the mean of each part; copied
  /// @param max the maximum of each part; copied
  /// @throws IllegalArgumentException if there is no part, or the lengths differ
  public Envelope(double[] min, double[] mean, double[] max) {
    if (min.length == 0 || min.length != mean.length || min.length != max.length) {
      throw new IllegalArgumentException(
          "expected equally many values, found "
              + min.length
              + ", "
              + mean.length
              + " and "
              + max.length);
    }
    this.min = min.clone();
    this.mean = mean.clone();
    this.max = max.clone();
  }

  /// {@return the number of parts}
  public int parts() {
    return min.length;
  }

  /// {@return the minimum of a part}
  ///
  /// @param part from 0 (inclusive) to [#parts] (exclusive)
  public double min(int part) {
    return min[part];
  }

  /// {@return the mean of a part}
  ///
  /// @param part from 0 (inclusive) to [#parts] (exclusive)
  public double mean(int part) {
    return mean[part];
  }

  /// {@return the maximum of a part}
  ///
  /// @param part from 0 (inclusive) to [#parts] (exclusive)
  public double max(int part) {
    return max[part];
  }

  /// {@return whether a part has a finite element}
  ///
  /// @param part from 0 (inclusive) to [#parts] (exclusive)
  public boolean has(int part) {
    return Double.isFinite(min[part]) && Double.isFinite(mean[part]) && Double.isFinite(max[part]);
  }
}
