package io.ndmap.picture;

import io.ndmap.picture.colour.ContrastRule;
import java.util.Arrays;

/// An estimate from random blocks of a plane: cells, and numbers for percentiles. Immutable.
public final class Sample {

  private final Cells cells;
  private final double[] sorted;

  /// @param cells the cells of the blocks
  /// @param sorted the finite numbers of the sample in ascending order
  Sample(Cells cells, double... sorted) {
    this.cells = cells;
    this.sorted = sorted;
  }

  /// {@return the cells; their [Cells#share] is the fraction of the elements that was read}
  public Cells cells() {
    return cells;
  }

  /// Returns a percentile of the finite numbers in the sample, linearly interpolated.
  ///
  /// @param percent from 0 to 100
  /// @return the percentile, NaN if there are no finite numbers
  /// @throws IllegalArgumentException if `percent` is not between 0 and 100
  public double percentile(double percent) {
    if (!(percent >= 0 && percent <= 100)) {
      throw new IllegalArgumentException("a percentile from 0 to 100 is needed, found " + percent);
    }
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return ContrastRule.percentile(sorted, percent);
  }

  /// {@return the finite numbers of the sample in ascending order, at most 65,536}
  public double[] numbers() {
    return Arrays.copyOf(sorted, sorted.length);
  }
}
