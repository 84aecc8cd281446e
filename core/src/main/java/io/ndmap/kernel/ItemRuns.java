package io.ndmap.kernel;

import io.ndmap.move.Runs;
import java.lang.foreign.MemorySegment;

/// Copies strided runs of items: [Runs], for those that know it by this name.
public final class ItemRuns {

  private ItemRuns() {}

  /// See [Runs#copy].
  public static void copy(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize,
      boolean swap) {
    Runs.copy(source, from, fromStride, target, to, toStride, count, itemsize, swap);
  }
}
