package io.ndmap.external;

import io.ndmap.dtype.DType;
import java.lang.foreign.MemorySegment;

/// Merges sorted runs of one length, the last perhaps shorter: takes, again and again, all items
/// that none of those which are not read yet comes before.
///
/// Some items of each run are in memory. The last of them bounds what is still to be read of the
/// run; the lowest of these bounds, the pivot, bounds what is to be read of any. Equal items keep
/// the order of their runs. For one thread.
final class RunMerge implements AutoCloseable {

  private final Strip source;
  private final ItemOrder order;
  private final boolean isNumbers;
  private final int size;
  private final int most;
  private final Block block;
  private final MemorySegment memory;

  // Of each run: the next item to be read and the end, and which of those in memory are left.
  private final long[] next;
  private final long[] ends;
  private final long[] from;
  private final long[] to;

  private int pieces;

  /// @param source the runs, consecutive
  /// @param count how many items they have together
  /// @param run how many a run has
  /// @param most how many of a run are in memory at once
  /// @param isNumbers whether equal items are the same to the bit, but for NaN
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

  /// The most items that are taken at once.
  long most() {
    return (long) next.length * most;
  }

  /// Takes the next items, those of each run together and in its order.
  ///
  /// @param into room for [#most]
  /// @return how many; 0 at the end
  long take(MemorySegment into) {
    read();
    int pivot = pivot();
    long taken = 0;
    pieces = 0;
    for (int r = 0; r < from.length; r++) {
      long end = pivot < 0 ? to[r] : end(r, pivot);
      pieces += end > from[r] ? 1 : 0;
      MemorySegment.copy(memory, from[r] * size, into, taken * size, (end - from[r]) * size);
      taken += end - from[r];
      from[r] = end;
    }
    return taken;
  }

  /// The number of runs that the items taken last belong to.
  int pieces() {
    return pieces;
  }

  /// Reads on in the runs of which no more than half of what there is room for is left: all of them
  /// last for about as long then.
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

  /// The run whose last item in memory is the lowest, of those that are not read to their ends; the
  /// first of several; -1 if all are read.
  private int pivot() {
    int pivot = -1;
    for (int r = 0; r < next.length; r++) {
      if (next[r] < ends[r] && (pivot < 0 || compare(to[r] - 1, to[pivot] - 1) < 0)) {
        pivot = r;
      }
    }
    return pivot;
  }

  /// Behind the items of a run that come before all that are not read yet.
  private long end(int r, int pivot) {
    // Items of later runs come behind equal ones of the pivot's that are not read yet.
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
