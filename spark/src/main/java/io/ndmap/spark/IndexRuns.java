package io.ndmap.spark;

import java.io.Serializable;
import java.util.Arrays;

/// A list of indices, stored as runs of consecutive indices. It needs little memory as long as rows
/// arrive approximately in order.
final class IndexRuns implements Serializable {

  private static final long serialVersionUID = 1L;

  /// The maximum number of runs of a task, which take 32 MiB in the driver. Rows in random order
  /// must be sorted first.
  static final int MOST = 1 << 21;

  private long[] starts = new long[8];
  private long[] ends = new long[8];
  private int count;

  /// Adds an index to the end of the list.
  ///
  /// @return false if the list would then have more than [#MOST] runs
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
