package io.ndmap.copy;

import java.lang.foreign.MemorySegment;

/// Converts runs of elements.
interface RunCast {

  /// Converts a run.
  ///
  /// @param at byte offset of the first element of the source
  /// @param stride bytes from one element to the next
  /// @param into byte offset of the first element of the target
  /// @param intoStride bytes from one element to the next
  void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count);
}
