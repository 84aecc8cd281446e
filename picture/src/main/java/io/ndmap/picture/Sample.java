package io.ndmap.picture;

import io.ndmap.picture.colour.ContrastRule;
import java.util.Arrays;

/// The estimate that random blocks of a plane give: cells, and numbers for percentiles. Immutable.
public final class Sample {

  private final Cells cells;
  private final double[] sorted;

  /// @param cells of the blocks
  /// @param sorted finite numbers in ascending order
  Sample(Cells cells, double... sorted) {
    this.cells = cells;
    this.sorted = sorted;
  }

  /// {@return the cells, whose [Cells#share] says how many of the elements were looked at}
  public Cells cells() {
    return cells;
  }

  /// The number below which a share of the sampled finite numbers lies, between two of them in
  /// proportion.
  ///
  /// @param percent from 0 to 100
  /// @return NaN if there are no finite numbers
  /// @throws IllegalArgumentException if `percent` is not in its range
  public double percentile(double percent) {
    if (!(percent >= 0 && percent <= 100)) {
      throw new IllegalArgumentException("a percentile from 0 to 100 is needed, found " + percent);
    }
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return ContrastRule.percentile(sorted, percent);
  }

  /// {@return finite numbers of the sample in ascending order, about 65,536 at most}
  public double[] numbers() {
    return Arrays.copyOf(sorted, sorted.length);
  }
}
