package io.ndmap.picture.figure;

/// Values along a line: the least, the mean and the largest of each of its parts, which all stand
/// for equally many elements. A part without a finite element has NaN. Immutable.
public final class Envelope {

  private final double[] min;
  private final double[] mean;
  private final double[] max;

  /// Copies the arrays.
  ///
  /// @param min the least value of each part; copied, as are the others
  /// @param mean the mean of each part
  /// @param max the largest value of each part
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

  /// {@return how many parts there are}
  public int parts() {
    return min.length;
  }

  /// {@return the least value of a part}
  ///
  /// @param part from 0 to before [#parts]
  public double min(int part) {
    return min[part];
  }

  /// {@return the mean of a part}
  ///
  /// @param part from 0 to before [#parts]
  public double mean(int part) {
    return mean[part];
  }

  /// {@return the largest value of a part}
  ///
  /// @param part from 0 to before [#parts]
  public double max(int part) {
    return max[part];
  }

  /// {@return whether a part has a value}
  ///
  /// @param part from 0 to before [#parts]
  public boolean has(int part) {
    return Double.isFinite(min[part]) && Double.isFinite(mean[part]) && Double.isFinite(max[part]);
  }
}
