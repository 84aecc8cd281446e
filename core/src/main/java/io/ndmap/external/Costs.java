package io.ndmap.external;

import io.ndmap.dtype.DType;
import io.ndmap.order.NumberSort;

/// How many items there is room for in the memory that a sort may take.
///
/// @param memory bytes on the heap and outside of it
/// @param itemsize bytes of an item
/// @param work bytes that sorting takes for each item besides the item itself
record Costs(long memory, long itemsize, long work) {

  /// The most items that are sorted at once: more than Java arrays hold fast.
  private static final long MOST = 1 << 29;

  /// Bytes that are read of a run at once, where the memory allows it: with fewer, a disk seeks
  /// more than it reads.
  private static final long LEAST_READ = 1 << 16;

  /// Bytes for each item that is not sorted as a number: keys and positions, both twice, and
  /// copies.
  private static final long KEYED = 48;

  static Costs of(DType dtype, long memory) {
    long itemsize = dtype.itemsize();
    // An array of numbers, and as much for the JDK to merge them in.
    return new Costs(memory, itemsize, 2 * itemsize + (NumberSort.has(dtype) ? 0 : KEYED));
  }

  private long fitting(long bytes) {
    return Math.clamp(memory / bytes, 1, MOST);
  }

  /// Items that can be sorted from one array into another one.
  long sorted() {
    return fitting(work);
  }

  /// Items that can be copied.
  long copied() {
    return fitting(2 * itemsize);
  }

  /// Items of a run, which are sorted in a block.
  ///
  /// @param threads that do so at once
  long run(int threads) {
    return Math.max(1, fitting(itemsize + work) / threads);
  }

  /// Items that can be read of all runs and merged.
  private long merged() {
    return fitting(2 * itemsize + work);
  }

  /// Items that are read of each run at once.
  int read(long runs) {
    return (int) Math.max(1, merged() / runs);
  }

  /// On how many threads runs are made: so few that there are not too many.
  ///
  /// @param most the most that there are
  int threads(long count, int most) {
    long runs = Math.ceilDiv(count, run(1));
    return Math.clamp(merged() * itemsize / LEAST_READ / runs, 1, most);
  }
}
