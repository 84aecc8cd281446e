package io.ndmap.external;

import io.ndmap.dtype.DType;
import io.ndmap.order.NumberSort;

/// Converts the memory budget of a sort to numbers of elements.
///
/// @param memory the budget in bytes, on and off the heap
/// @param itemsize the bytes of an element
/// @param work the bytes that a sort needs per element, in addition to the element itself
record Costs(long memory, long itemsize, long work) {

  /// The maximum number of elements to sort at a time, well below the limit of Java arrays.
  private static final long MOST = 1 << 29;

  /// The minimum number of bytes to read from a run at a time, if memory allows: with shorter
  /// reads, a disk would spend more time on seeking than on reading.
  private static final long LEAST_READ = 1 << 16;

  /// Additional bytes per element in a sort by keys: two arrays of keys, two of indices, and
  /// copies.
  private static final long KEYED = 48;

  static Costs of(DType dtype, long memory) {
    long itemsize = dtype.itemsize();
    // An array of the numbers, and another of the same size for the JDK's merge sort.
    return new Costs(memory, itemsize, 2 * itemsize + (NumberSort.has(dtype) ? 0 : KEYED));
  }

  private long fitting(long bytes) {
    return Math.clamp(memory / bytes, 1, MOST);
  }

  /// The maximum number of elements to sort at a time from one array into another. The arrays do
  /// not count towards the budget.
  long sorted() {
    return fitting(work);
  }

  /// The maximum number of elements to copy at a time.
  long copied() {
    return fitting(2 * itemsize);
  }

  /// The number of elements of a run. A run is read into a [Block] and sorted there.
  ///
  /// @param threads the number of threads that sort runs concurrently
  long run(int threads) {
    return Math.max(1, fitting(itemsize + work) / threads);
  }

  /// The maximum number of elements, of all runs together, that are in memory during a merge.
  private long merged() {
    return fitting(2 * itemsize + work);
  }

  /// The number of elements to read from each run at a time during a merge.
  int read(long runs) {
    return (int) Math.max(1, merged() / runs);
  }

  /// The number of threads that make runs. It is limited because more threads make more and shorter
  /// runs, of which the merge reads fewer bytes at a time.
  ///
  /// @param count the number of elements to sort
  /// @param most the number of available threads
  int threads(long count, int most) {
    long runs = Math.ceilDiv(count, run(1));
    return Math.clamp(merged() * itemsize / LEAST_READ / runs, 1, most);
  }
}
