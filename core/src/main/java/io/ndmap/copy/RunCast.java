package io.ndmap.copy;

import java.lang.foreign.MemorySegment;

/// Converts runs of items.
interface RunCast {

  /// Converts a run.
  ///
  /// @param at where the first item of the source begins
  /// @param stride bytes from it to the next
  /// @param into where the first item of the target begins
  /// @param intoStride bytes from it to the next
  void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count);
}
