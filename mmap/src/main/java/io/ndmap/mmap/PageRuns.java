package io.ndmap.mmap;

import io.ndmap.layout.Strided;
import java.util.Arrays;
import java.util.Comparator;

/// Divides the bytes of a view's elements into *runs*: byte ranges in which no gap between two
/// elements has the size of a page or more.
final class PageRuns {

  /// The maximum number of runs that are visited. A column of a C-order array has one run per row
  /// if the rows are longer than a page.
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
  /// @param layout the layout; the visited offsets count from the same byte as the layout's offset
  /// @return whether all runs were visited
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
    // If the gaps between the runs along an axis are smaller than a page, the runs merge into one.
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
