package io.ndmap.external;

import io.ndmap.dtype.DType;
import io.ndmap.order.NumberSort;

/// The memory budget of a sort, in elements.
///
/// @param memory bytes, on and off the heap
/// @param itemsize bytes of an element
/// @param work bytes per element that a sort needs in addition to the element itself
record Costs(long memory, long itemsize, long work) {

  /// The maximum number of elements to sort at a time, well below the limit of Java arrays.
  private static final long MOST = 1 << 29;

  /// The minimum number of bytes to read from a run at a time, if memory allows: with shorter
  /// reads, a disk spends more time seeking than reading.
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

  /// The maximum number of elements that memory allows to sort from one array into another.
  long sorted() {
    return fitting(work);
  }

  /// The maximum number of elements that memory allows to copy at a time.
  long copied() {
    return fitting(2 * itemsize);
  }

  /// The number of elements of a run, which is sorted in a [Block].
  ///
  /// @param threads the number of threads that sort runs concurrently
  long run(int threads) {
    return Math.max(1, fitting(itemsize + work) / threads);
  }

  /// The maximum number of elements of all runs together that memory allows to read and merge at a
  /// time.
  private long merged() {
    return fitting(2 * itemsize + work);
  }

  /// The number of elements to read from each run at a time.
  int read(long runs) {
    return (int) Math.max(1, merged() / runs);
  }

  /// The number of threads that make runs. It is limited because more threads make more, shorter
  /// runs.
  ///
  /// @param most the available threads
  int threads(long count, int most) {
    long runs = Math.ceilDiv(count, run(1));
    return Math.clamp(merged() * itemsize / LEAST_READ / runs, 1, most);
  }
}
