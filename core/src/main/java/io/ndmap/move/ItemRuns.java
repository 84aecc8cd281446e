package io.ndmap.move;

import java.lang.foreign.MemorySegment;

/// Copies items one by one, between two kinds of memory.
interface ItemRuns {

  /// Copies a run.
  ///
  /// @param size bytes of an item: 1, 2, 4 or 8
  void copy(
      MemorySegment source,
      long from,
      long step,
      MemorySegment target,
      long to,
      long into,
      int count,
      int size);
}
