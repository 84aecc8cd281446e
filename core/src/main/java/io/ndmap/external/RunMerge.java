package io.ndmap.external;

import io.ndmap.dtype.DType;
import java.lang.foreign.MemorySegment;

/// Merges sorted runs of equal length (the last may be shorter). Each step takes, from the buffers
/// of all runs, the elements that precede every element that is still unread, or equal it and may
/// be placed before it.
///
/// Each run has a buffer for its next elements. The last element in the buffer of a run is a lower
/// bound of the run's unread elements. The lowest of these bounds is the pivot: no unread element
/// of any run precedes it. Equal elements keep the order of their runs. For one thread.
final class RunMerge implements AutoCloseable {

  private final Strip source;
  private final ItemOrder order;
  private final boolean isNumbers;
  private final int size;
  private final int most;
  private final Block block;
  private final MemorySegment memory;

  // For each run: the index of its next unread element and of its end, both in the source; and the
  // range of its elements that are left in `memory`, `from` inclusive and `to` exclusive.
  private final long[] next;
  private final long[] ends;
  private final long[] from;
  private final long[] to;

  private int runsTaken;

  /// @param source the runs, one after the other
  /// @param count the number of elements of all runs
  /// @param run the number of elements of a run, except the last
  /// @param most the number of elements of a run's buffer
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

  /// The maximum number of elements that one [#take] takes.
  long most() {
    return (long) next.length * most;
  }

  /// Takes the next elements. They are grouped by run; within a run they are in sorted order.
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

  /// Refills the buffers that are at least half empty, so that no buffer runs out long before the
  /// others.
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

  /// Returns the index of the run whose last element in memory is the pivot. If several runs have
  /// equal bounds, this is the first of them. Returns -1 if no run has unread elements.
  private int pivot() {
    int pivot = -1;
    for (int r = 0; r < next.length; r++) {
      if (next[r] < ends[r] && (pivot < 0 || compare(to[r] - 1, to[pivot] - 1) < 0)) {
        pivot = r;
      }
    }
    return pivot;
  }

  /// Returns the end, as an index in `memory`, of the elements of a run that precede all unread
  /// elements.
  ///
  /// @param r the index of the run
  /// @param pivot the index of the run that has the pivot
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
