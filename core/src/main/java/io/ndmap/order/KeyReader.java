package io.ndmap.order;

import java.lang.foreign.MemorySegment;

/// Reads the sort keys of elements. For one thread.
public interface KeyReader {

  /// The maximum number of elements per call.
  int BLOCK = 1 << 12;

  /// Reads the keys of equally spaced elements.
  ///
  /// @param at byte offset of the first element
  /// @param stride bytes from one element to the next
  /// @param count the number of elements, at most [#BLOCK]
  /// @param to receives the keys, from index `start` on
  void read(MemorySegment segment, long at, long stride, int count, long[] to, int start);
}
