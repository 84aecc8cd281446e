package io.ndmap.move;

import java.lang.foreign.MemorySegment;

/// Converts contiguous items, little-endian where they are numbers, between memories that belong to
/// no arena and do not overlap.
public interface CastLoop {

  /// Converts.
  ///
  /// @param from where the first item begins in the source
  /// @param to where its image begins in the target
  /// @param count how many
  void run(MemorySegment source, long from, MemorySegment target, long to, int count);
}
