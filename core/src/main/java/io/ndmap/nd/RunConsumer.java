package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// A loop over items at a constant stride, see [NdView#forEachRun(RunConsumer)].
@FunctionalInterface
public interface RunConsumer {

  /// Takes the next run.
  ///
  /// @param memory where the items are; read-only if the view is
  /// @param offset the byte at which the first begins
  /// @param stride bytes from one item to the next, at least the itemsize; of any value if there is
  ///   one item only, and 0 or negative in views whose items overlap one another
  /// @param count how many items, at least 1
  void accept(MemorySegment memory, long offset, long stride, int count);
}
