package io.ndmap.distribution;

import io.ndmap.value.ScalarBits;

/// Elements that are accessed by rank: by their index in ascending order, without NaN and `NaT`.

interface Ranked {

  /// The number of elements that are neither NaN nor `NaT`.
  long count();

  /// Returns the bits of elements, in the form of [ScalarBits]; long doubles are rounded to
  /// doubles.
  ///
  /// @param ranks the ranks in ascending order, from 0 to `count() - 1`
  long[] bits(long... ranks);
}
