package io.ndmap.copy;

import java.lang.foreign.MemorySegment;

/// Converts equally spaced elements.
interface RunCast {

  /// Converts `count` elements.
  ///
  /// @param at byte offset of the first element of the source
  /// @param stride bytes from one element of the source to the next
  /// @param into byte offset of the first element of the target
  /// @param intoStride bytes from one element of the target to the next
  void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count);
}
