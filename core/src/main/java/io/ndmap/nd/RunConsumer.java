package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// A user loop over elements at a constant stride, see [NdView#forEachRun(RunConsumer)].
@FunctionalInterface
public interface RunConsumer {

  /// Processes the next run.
  ///
  /// @param memory the memory of the elements; read-only if the view is read-only
  /// @param offset the byte offset of the first element
  /// @param stride bytes from one element to the next: at least the itemsize, or 0 to `itemsize -
  ///   1` if elements of the view overlap one another; meaningless if `count` is 1
  /// @param count the number of elements, at least 1
  void accept(MemorySegment memory, long offset, long stride, int count);
}
