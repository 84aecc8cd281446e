package io.ndmap.distribution;

import io.ndmap.value.ScalarBits;

/// Items with known ranks.

interface Ranked {

  /// How many items are numbers; the rest is NaN.
  long count();

  /// The bits of items, as [ScalarBits] knows them; of long doubles those of their nearest doubles.
  ///
  /// @param ranks places among the sorted numbers, in ascending order, from 0 to `count() - 1`
  long[] bits(long... ranks);
}
