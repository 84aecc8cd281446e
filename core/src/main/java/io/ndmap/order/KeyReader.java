package io.ndmap.order;

import java.lang.foreign.MemorySegment;

/// Reads keys of items. For one thread.
public interface KeyReader {

  /// The most items of a call.
  int BLOCK = 1 << 12;

  /// Reads the keys of a run of items.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one to the next
  /// @param count at most [#BLOCK]
  /// @param to where they go, from `start` on
  void read(MemorySegment segment, long at, long stride, int count, long[] to, int start);
}
