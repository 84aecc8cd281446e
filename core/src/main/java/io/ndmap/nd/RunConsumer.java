package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// A loop over elements at a constant stride, see [NdView#forEachRun(RunConsumer)].
@FunctionalInterface
public interface RunConsumer {

  /// Processes the next run.
  ///
  /// @param memory where the elements are; read-only if the view is
  /// @param offset the byte at which the first begins
  /// @param stride bytes from one element to the next, at least the itemsize; of any value for a
  ///   single element, and 0 or negative in views whose elements overlap one another
  /// @param count how many elements, at least 1
  void accept(MemorySegment memory, long offset, long stride, int count);
}
