package io.ndmap.move;

import io.ndmap.layout.Strided;
import java.lang.foreign.MemorySegment;

/// Copies elements of 1, 2, 4 or 8 bytes one by one between two kinds of memory.
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

  /// Copies elements row by row between layouts of one shape, with at least one axis and one
  /// element.
  void copy(MemorySegment source, Strided from, MemorySegment target, Strided to, int size);
}
