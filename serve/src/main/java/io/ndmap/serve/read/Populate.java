package io.ndmap.serve.read;

import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import io.ndmap.posix.Posix;
import java.lang.foreign.MemorySegment;

/// Brings mapped pages into memory by a system call before they are read. A thread that waits in a
/// page fault cannot be stopped by the JVM, and all threads wait for it when it must be; one that
/// waits in a call can.
public final class Populate {

  private static final int MADV_POPULATE_READ = 22;

  /// How many ranges are asked for; pages beyond are read by faults.
  private static final int MOST_CALLS = 1024;

  private final NdView<?> view;
  private final int itemsize;
  private final long page = Posix.pageSize();
  private int calls;

  private Populate(NdView<?> view) {
    this.view = view;
    this.itemsize = view.dtype().itemsize();
  }

  /// Reads the pages of a view; does nothing without native access, or on Linux before 5.14. Errors
  /// are left to whoever reads the items.
  public static void read(NdView<?> view) {
    if (Posix.isEnabled()
        && view.backing().mayFault()
        && view.segment().isNative()
        && view.itemCount() > 0) {
      new Populate(view).read(view.strided());
    }
  }

  private void read(Strided part) {
    long first = part.firstByte();
    long end = part.endByte(itemsize);
    long bytes = part.shape().itemCount() * itemsize;
    int axis = slowest(part);
    if (axis < 0 || end - first <= Math.max(2 * bytes, 4 * page)) {
      range(first, end);
      return;
    }
    for (long i = 0; i < part.shape().size(axis) && calls < MOST_CALLS; i++) {
      read(part.index(axis, i));
    }
  }

  private static int slowest(Strided part) {
    int slowest = -1;
    long stride = 0;
    for (int axis = 0; axis < part.rank(); axis++) {
      long size = Math.abs(part.strideOrZero(axis));
      if (part.shape().size(axis) > 1 && size > stride) {
        slowest = axis;
        stride = size;
      }
    }
    return slowest;
  }

  private void range(long first, long end) {
    if (calls++ >= MOST_CALLS) {
      return;
    }
    MemorySegment memory = view.segment();
    long base = memory.address();
    // What is before the first page border of the memory cannot be named without more of it.
    long from = Math.max(alignedUp(base), alignedDown(base + first)) - base;
    long to = Math.min(end, memory.byteSize());
    if (from < to) {
      int _ = Posix.madvise(memory.asSlice(from, to - from), MADV_POPULATE_READ);
    }
  }

  private long alignedDown(long address) {
    return address & -page;
  }

  private long alignedUp(long address) {
    return alignedDown(address + page - 1);
  }
}
