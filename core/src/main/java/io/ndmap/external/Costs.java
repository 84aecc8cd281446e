package io.ndmap.external;

import io.ndmap.dtype.DType;
import io.ndmap.order.NumberSort;

/// The memory budget of a sort, in elements.
///
/// @param memory bytes, on and off the heap
/// @param itemsize bytes of an element
/// @param work bytes that sorting takes per element, in addition to the element itself
record Costs(long memory, long itemsize, long work) {

  /// The maximum number of elements that are sorted at a time, well below the limit of Java arrays.
  private static final long MOST = 1 << 29;

  /// The fewest bytes that are read of a run at a time, if memory allows: with fewer, a disk seeks
  /// more than it reads.
  private static final long LEAST_READ = 1 << 16;

  /// Additional bytes per element that is sorted by keys: keys and indices, both twice, and copies.
  private static final long KEYED = 48;

  static Costs of(DType dtype, long memory) {
    long itemsize = dtype.itemsize();
    // An array of numbers, and as much for the JDK's merge sort.
    return new Costs(memory, itemsize, 2 * itemsize + (NumberSort.has(dtype) ? 0 : KEYED));
  }

  private long fitting(long bytes) {
    return Math.clamp(memory / bytes, 1, MOST);
  }

  /// The elements that can be sorted from one array into another.
  long sorted() {
    return fitting(work);
  }

  /// The elements that can be copied.
  long copied() {
    return fitting(2 * itemsize);
  }

  /// The elements of a run, which is sorted in a block.
  ///
  /// @param threads that sort runs concurrently
  long run(int threads) {
    return Math.max(1, fitting(itemsize + work) / threads);
  }

  /// The elements that can be read from all runs and merged.
  private long merged() {
    return fitting(2 * itemsize + work);
  }

  /// The elements that are read from each run at a time.
  int read(long runs) {
    return (int) Math.max(1, merged() / runs);
  }

  /// The number of threads that make runs, limited because more threads make more and shorter runs.
  ///
  /// @param most the available threads
  int threads(long count, int most) {
    long runs = Math.ceilDiv(count, run(1));
    return Math.clamp(merged() * itemsize / LEAST_READ / runs, 1, most);
  }
}
