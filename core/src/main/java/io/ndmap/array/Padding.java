package io.ndmap.array;

/// How the margins of a padded array are made of its own items. The examples are the margins of `1
/// 2 6`, three items wide.
///
/// Those that are computed are for numbers, odd ones and ramps not for long doubles; extremes also
/// for times, means for timedeltas. Integers are rounded to the nearest one, ties to even.
public enum Padding {
  /// The first and the last item: `1 1 1 | 1 2 6 | 6 6 6`.
  EDGE,
  /// The items mirrored at the first and the last one, which are not repeated: `2 6 2 | 1 2 6 | 2 1
  /// 2`.
  REFLECT,
  /// The items mirrored at the edges, with the first and the last one repeated: `6 2 1 | 1 2 6 | 6
  /// 2 1`.
  SYMMETRIC,
  /// The items from the other end: `1 2 6 | 1 2 6 | 1 2 6`.
  WRAP,
  /// As [#REFLECT], but the differences from the first and from the last item are negated,
  /// `reflect_type='odd'`: `-8 -4 0 | 1 2 6 | 10 11 12`.
  REFLECT_ODD,
  /// As [#SYMMETRIC], but the differences from the first and from the last item are negated: `-4 0
  /// 1 | 1 2 6 | 6 10 11`.
  SYMMETRIC_ODD,
  /// The largest item: `6 6 6 | 1 2 6 | 6 6 6`.
  MAXIMUM,
  /// The smallest item: `1 1 1 | 1 2 6 | 1 1 1`.
  MINIMUM,
  /// The mean: `3 3 3 | 1 2 6 | 3 3 3`.
  MEAN,
  /// The median, not of complex numbers: `2 2 2 | 1 2 6 | 2 2 2`.
  MEDIAN,
  /// Numbers that lead to 0 in equal steps: `0 0.3 0.7 | 1 2 6 | 4 2 0`; of integers rounded down.
  LINEAR_RAMP;

  /// Whether margins are copies of items.
  boolean copies() {
    return switch (this) {
      case EDGE, REFLECT, SYMMETRIC, WRAP -> true;
      default -> false;
    };
  }

  /// Which item of an axis stands at a position outside of it, of margins that are copies.
  ///
  /// @param position negative before the axis
  /// @param size of the axis, at least 1
  long source(long position, long size) {
    return switch (this) {
      case REFLECT -> {
        long period = Math.max(1, 2 * (size - 1));
        long place = Math.floorMod(position, period);
        yield Math.min(place, period - place);
      }
      case SYMMETRIC -> {
        long place = Math.floorMod(position, 2 * size);
        yield Math.min(place, 2 * size - 1 - place);
      }
      case WRAP -> Math.floorMod(position, size);
      default -> Math.clamp(position, 0, size - 1);
    };
  }
}
