package io.ndmap.array;

/// How the margins of a padded array repeat its own items. The examples are the margins of `1 2 3`,
/// three items wide.
public enum Padding {
  /// The first and the last item: `1 1 1 | 1 2 3 | 3 3 3`.
  EDGE {
    @Override
    long source(long position, long size) {
      return Math.clamp(position, 0, size - 1);
    }
  },
  /// The items mirrored at the first and the last one, which are not repeated: `2 3 2 | 1 2 3 | 2 1
  /// 2`.
  REFLECT {
    @Override
    long source(long position, long size) {
      long period = Math.max(1, 2 * (size - 1));
      long place = Math.floorMod(position, period);
      return Math.min(place, period - place);
    }
  },
  /// The items mirrored at the edges, with the first and the last one repeated: `3 2 1 | 1 2 3 | 3
  /// 2 1`.
  SYMMETRIC {
    @Override
    long source(long position, long size) {
      long place = Math.floorMod(position, 2 * size);
      return Math.min(place, 2 * size - 1 - place);
    }
  },
  /// The items from the other end: `1 2 3 | 1 2 3 | 1 2 3`.
  WRAP {
    @Override
    long source(long position, long size) {
      return Math.floorMod(position, size);
    }
  };

  /// Which item of an axis stands at a position outside of it.
  ///
  /// @param position negative before the axis
  /// @param size of the axis, at least 1
  abstract long source(long position, long size);
}
