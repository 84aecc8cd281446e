package io.ndmap.external;

import io.ndmap.dtype.DType;
import java.lang.foreign.MemorySegment;

/// Merges sorted runs of one length (the last may be shorter): repeatedly takes all elements that
/// precede every unread element.
///
/// Some elements of each run are in memory. The last of these is a lower bound of the run's unread
/// elements; the lowest of these bounds, the pivot, is a lower bound of all unread elements. Equal
/// elements keep the order of their runs. For one thread.
final class RunMerge implements AutoCloseable {

  private final Strip source;
  private final ItemOrder order;
  private final boolean isNumbers;
  private final int size;
  private final int most;
  private final Block block;
  private final MemorySegment memory;

  // For each run: the index of the next unread element, the end of the run, and the range of its
  // elements left in memory.
  private final long[] next;
  private final long[] ends;
  private final long[] from;
  private final long[] to;

  private int runsTaken;

  /// @param source the runs, one after the other
  /// @param count the number of elements of all runs
  /// @param run the number of elements of a run
  /// @param most the maximum number of elements of a run in memory
  /// @param isNumbers whether equal elements, except NaN, have the same bits
  RunMerge(
      Strip source,
      DType dtype,
      long count,
      long run,
      int most,
      ItemOrder order,
      boolean isNumbers) {
    int runs = Math.toIntExact(Math.ceilDiv(count, run));
    this.source = source;
    this.order = order;
    this.isNumbers = isNumbers;
    this.size = dtype.itemsize();
    this.most = most;
    this.next = new long[runs];
    this.ends = new long[runs];
    this.from = new long[runs];
    this.to = new long[runs];
    for (int r = 0; r < runs; r++) {
      next[r] = r * run;
      ends[r] = Math.min(count, next[r] + run);
      from[r] = (long) r * most;
      to[r] = from[r];
    }
    this.block = new Block(dtype, (long) runs * most);
    this.memory = block.items(0, (long) runs * most).segment();
  }

  /// The maximum number of elements of one [#take].
  long most() {
    return (long) next.length * most;
  }

  /// Takes the next elements, grouped by run and in the order of each run.
  ///
  /// @param into a buffer for [#most] elements
  /// @return the number of elements taken; 0 at the end
  long take(MemorySegment into) {
    read();
    int pivot = pivot();
    long taken = 0;
    runsTaken = 0;
    for (int r = 0; r < from.length; r++) {
      long end = pivot < 0 ? to[r] : end(r, pivot);
      runsTaken += end > from[r] ? 1 : 0;
      MemorySegment.copy(memory, from[r] * size, into, taken * size, (end - from[r]) * size);
      taken += end - from[r];
      from[r] = end;
    }
    return taken;
  }

  /// The number of runs that contributed elements to the last [#take].
  int runsTaken() {
    return runsTaken;
  }

  /// Refills every buffer of a run that is at least half empty, so that no buffer runs out long
  /// before the others.
  private void read() {
    for (int r = 0; r < next.length; r++) {
      long left = to[r] - from[r];
      if (next[r] < ends[r] && left <= most / 2) {
        long begin = (long) r * most;
        MemorySegment.copy(memory, from[r] * size, memory, begin * size, left * size);
        long count = Math.min(most - left, ends[r] - next[r]);
        source.read(next[r], block.items(begin + left, count));
        next[r] += count;
        from[r] = begin;
        to[r] = begin + left + count;
      }
    }
  }

  /// Among the runs with unread elements, returns the one whose last element in memory is lowest,
  /// the first such run if several are equal; -1 if all elements are read.
  private int pivot() {
    int pivot = -1;
    for (int r = 0; r < next.length; r++) {
      if (next[r] < ends[r] && (pivot < 0 || compare(to[r] - 1, to[pivot] - 1) < 0)) {
        pivot = r;
      }
    }
    return pivot;
  }

  /// Returns the end of those elements in memory of a run that precede all unread elements.
  private long end(int r, int pivot) {
    // Stability: unread elements of the pivot's run may equal the pivot, and must precede equal
    // elements of later runs.
    int bound = isNumbers || r <= pivot ? 1 : 0;
    long last = to[pivot] - 1;
    if (r == pivot || from[r] == to[r] || compare(to[r] - 1, last) < bound) {
      return to[r];
    }
    long low = from[r];
    long high = to[r] - 1;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (compare(middle, last) < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int compare(long item, long other) {
    return order.compare(memory, item * size, other * size);
  }

  @Override
  public void close() {
    block.close();
  }
}
