package io.ndmap.cli.argument;

import java.util.Arrays;
import java.util.regex.Pattern;

/// A list of axes; negative ones count from the last axis.
public final class AxisList {

  private static final Pattern TEXT = Pattern.compile("-?[0-9]{1,9}(,-?[0-9]{1,9})*");

  private final int[] numbers;

  public AxisList(int... numbers) {
    this.numbers = numbers.clone();
  }

  /// Parses a list such as `0` or `0,-1`.
  ///
  /// @throws IllegalArgumentException if the text is not a list of integers such as `0` or `0,-1`
  public static AxisList parse(String text) {
    String plain = text.replaceAll("[\\s()]|,\\)?$", "");
    if (!TEXT.matcher(plain).matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a list of axes such as 0 or 0,-1");
    }
    return new AxisList(Arrays.stream(plain.split(",", -1)).mapToInt(Integer::parseInt).toArray());
  }

  /// The number of axes in the list.
  public int count() {
    return numbers.length;
  }

  /// Returns the axes, counted from the first, for an array of the given rank.
  ///
  /// @throws IndexOutOfBoundsException if an array of this rank lacks one of the axes
  public int[] of(int rank) {
    int[] axes = numbers.clone();
    for (int k = 0; k < axes.length; k++) {
      if (axes[k] < -rank || axes[k] >= rank) {
        throw new IndexOutOfBoundsException(
            "axis " + axes[k] + " is out of bounds for an array of rank " + rank);
      }
      axes[k] += axes[k] < 0 ? rank : 0;
    }
    return axes;
  }
}
