package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// A loop over elements at a constant stride, see [NdView#forEachRun(RunConsumer)].
@FunctionalInterface
public interface RunConsumer {

  /// Processes the next run.
  ///
  /// @param memory the memory of the elements; read-only if the view is
  /// @param offset the byte offset of the first element
  /// @param stride bytes from one element to the next, at least the itemsize; of any value for a
  ///   single element, and 0 or negative in views whose elements overlap one another
  /// @param count the number of elements, at least 1
  void accept(MemorySegment memory, long offset, long stride, int count);
}
