package io.ndmap.move;

import java.lang.foreign.MemorySegment;

/// Converts contiguous elements between unscoped memories (see [io.ndmap.memory.Unscoped]) that do
/// not overlap. Numbers are little-endian.
public interface CastLoop {

  /// Converts a run.
  ///
  /// @param from byte offset of the first element in the source
  /// @param to byte offset of the first element in the target
  /// @param count the number of elements
  void run(MemorySegment source, long from, MemorySegment target, long to, int count);
}
