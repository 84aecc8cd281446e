package io.ndmap.move;

import java.lang.foreign.MemorySegment;

/// Copies elements one by one between two classes of segments.
interface SegmentPairCopy {

  /// Copies a run.
  ///
  /// @param size bytes of an element: 1, 2, 4 or 8
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
