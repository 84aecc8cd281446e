package io.ndmap.copy;

import java.lang.foreign.MemorySegment;

/// Converts runs of items; one object serves one thread.
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

  /// Makes one for each thread.
  interface Maker {

    /// Makes one.
    ///
    /// @param most the most items of a run
    RunCast make(long most);
  }
}
