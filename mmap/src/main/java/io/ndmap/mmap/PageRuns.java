package io.ndmap.mmap;

import io.ndmap.layout.Strided;
import java.util.Arrays;
import java.util.Comparator;

/// The bytes that a view reaches, as *runs*: byte ranges without gaps of a page or more.
final class PageRuns {

  /// The maximum number of runs visited. A column of a C-order array has one run per row if the
  /// rows are longer than a page.
  static final int MAX_RUNS = 16_384;

  private PageRuns() {}

  /// Receives a run of bytes.
  @FunctionalInterface
  interface Visitor {
    /// Visits one run.
    ///
    /// @param start the offset of the first byte
    /// @param end the offset after the last byte
    void run(long start, long end);
  }

  /// Visits the runs of a layout, at most [#MAX_RUNS] of them.
  ///
  /// @return whether all were visited
  static boolean visit(Strided layout, int itemsize, int pageSize, Visitor visitor) {
    if (layout.shape().itemCount() == 0 || itemsize == 0) {
      return true;
    }
    Axis[] axes = new Axis[layout.rank()];
    for (int axis = 0; axis < axes.length; axis++) {
      axes[axis] = new Axis(layout.shape().size(axis), Math.abs(layout.stride(axis)));
    }
    Arrays.sort(axes, Comparator.comparingLong(Axis::stride));
    long run = itemsize;
    int inner = 0;
    // An axis whose stride skips no whole page between two runs merges them into one.
    while (inner < axes.length && (axes[inner].size == 1 || axes[inner].stride < run + pageSize)) {
      run += (axes[inner].size - 1) * axes[inner].stride;
      inner++;
    }
    long[] position = new long[axes.length];
    long start = layout.firstByte();
    for (int visited = 0; visited < MAX_RUNS; visited++) {
      visitor.run(start, start + run);
      int axis = inner;
      while (axis < axes.length && ++position[axis] == axes[axis].size) {
        start -= (axes[axis].size - 1) * axes[axis].stride;
        position[axis] = 0;
        axis++;
      }
      if (axis == axes.length) {
        return true;
      }
      start += axes[axis].stride;
    }
    return false;
  }

  private record Axis(long size, long stride) {}
}
