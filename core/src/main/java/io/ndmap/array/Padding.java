package io.ndmap.array;

/// The contents of the margins of a padded array, computed from its own elements. The examples are
/// the margins of `1 2 6`, three elements wide.
///
/// [#EDGE], [#REFLECT], [#SYMMETRIC] and [#WRAP] copy elements of any dtype; all others need
/// numbers. Odd margins and ramps do not support long doubles; minima and maxima also support
/// times, and means also support timedeltas. Means and medians of integers are rounded to the
/// nearest integer, ties to even.
public enum Padding {
  /// The first and the last element: `1 1 1 | 1 2 6 | 6 6 6`.
  EDGE,
  /// The elements mirrored at the first and the last element, which are not repeated: `2 6 2 | 1 2
  /// 6 | 2 1 2`.
  REFLECT,
  /// The elements mirrored at the edges, with the first and the last element repeated: `6 2 1 | 1 2
  /// 6 | 6 2 1`.
  SYMMETRIC,
  /// The elements from the other end: `1 2 6 | 1 2 6 | 1 2 6`.
  WRAP,
  /// As [#REFLECT], but the differences from the first and from the last element are negated,
  /// `reflect_type='odd'`: `-8 -4 0 | 1 2 6 | 10 11 12`.
  REFLECT_ODD,
  /// As [#SYMMETRIC], but the differences from the first and from the last element are negated: `-4
  /// 0 1 | 1 2 6 | 6 10 11`.
  SYMMETRIC_ODD,
  /// The largest element: `6 6 6 | 1 2 6 | 6 6 6`.
  MAXIMUM,
  /// The smallest element: `1 1 1 | 1 2 6 | 1 1 1`.
  MINIMUM,
  /// The mean: `3 3 3 | 1 2 6 | 3 3 3`.
  MEAN,
  /// The median; complex numbers are not supported: `2 2 2 | 1 2 6 | 2 2 2`.
  MEDIAN,
  /// A linear ramp to 0: `0 0.3 0.7 | 1 2 6 | 4 2 0`; integers are rounded down.
  LINEAR_RAMP;

  /// Whether margins are copies of elements.
  boolean copies() {
    return switch (this) {
      case EDGE, REFLECT, SYMMETRIC, WRAP -> true;
      default -> false;
    };
  }

  /// For margins that are copies, returns the position of the element that is copied to a position
  /// outside the axis.
  ///
  /// @param position a position in a margin: negative before the axis, at least `size` after it
  /// @param size the length of the axis, at least 1
  long source(long position, long size) {
    return switch (this) {
      case REFLECT -> {
        long period = Math.max(1, 2 * (size - 1));
        long offset = Math.floorMod(position, period);
        yield Math.min(offset, period - offset);
      }
      case SYMMETRIC -> {
        long offset = Math.floorMod(position, 2 * size);
        yield Math.min(offset, 2 * size - 1 - offset);
      }
      case WRAP -> Math.floorMod(position, size);
      default -> Math.clamp(position, 0, size - 1);
    };
  }
}
