package io.ndmap.spark;

import java.io.Serializable;
import java.util.Arrays;

/// Runs of indices that follow each other: few numbers for many rows, as long as rows come about in
/// order.
final class IndexRuns implements Serializable {

  private static final long serialVersionUID = 1L;

  /// The maximum number of runs of a task, 32 MiB at the driver; rows in no order at all are to be
  /// sorted first.
  static final int MOST = 1 << 21;

  private long[] starts = new long[8];
  private long[] ends = new long[8];
  private int count;

  /// @return whether there is room for it
  boolean add(long index) {
    if (count > 0 && ends[count - 1] == index) {
      ends[count - 1]++;
      return true;
    }
    if (count == MOST) {
      return false;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    starts[count] = index;
    ends[count++] = index + 1;
    return true;
  }

  int count() {
    return count;
  }

  long start(int run) {
    return starts[run];
  }

  long length(int run) {
    return ends[run] - starts[run];
  }
}
