package io.ndmap.array;

import io.ndmap.layout.Shape;
import java.util.Arrays;

/// The positions of an axis, each repeated by its count.
final class Repetition {

  private final long[] counts;
  private final long total;
  private long position;

  /// How often [#next] has returned the current position.
  private long done;

  /// @param counts one count for each position, or one for all positions
  /// @throws IllegalArgumentException if a count is negative, or the number of counts is neither 1
  ///   nor the length of the axis
  Repetition(Shape shape, int axis, long... counts) {
    long size = shape.size(axis);
    if (counts.length != size && counts.length != 1) {
      throw new IllegalArgumentException(
          counts.length + " counts do not match axis " + axis + " of shape " + shape);
    }
    this.counts = counts;
    long sum = 0;
    for (long count : counts) {
      sum = ViewItems.sum(sum, requireCount(count));
    }
    this.total = counts.length == size ? sum : ViewItems.length(size, sum);
  }

  static long requireCount(long count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "a number of repetitions must not be negative, found " + count);
    }
    return count;
  }

  /// Returns the sum of the counts of all positions.
  long total() {
    return total;
  }

  /// Returns the next positions.
  ///
  /// @param length the number of positions to return, at most the number that remains
  long[] next(int length) {
    long[] positions = new long[length];
    for (int at = 0; at < length; ) {
      long count = counts[counts.length == 1 ? 0 : (int) position];
      int n = (int) Math.min(count - done, length - at);
      Arrays.fill(positions, at, at + n, position);
      at += n;
      done += n;
      if (done == count) {
        position++;
        done = 0;
      }
    }
    return positions;
  }
}
