package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// A loop over items of two views at the same indices, with constant strides, see
/// [NdView#forEachRun(NdView, RunPairConsumer)].
@FunctionalInterface
public interface RunPairConsumer {

  /// Takes the next pair of runs.
  ///
  /// @param memory where the items of the first view are
  /// @param offset the byte at which its first item begins
  /// @param stride bytes from one of its items to the next
  /// @param otherMemory where the items of the other view are
  /// @param otherOffset the byte at which its first item begins
  /// @param otherStride bytes from one of its items to the next, of any sign, 0 where it is
  ///   repeated
  /// @param count how many items of each, at least 1
  void accept(
      MemorySegment memory,
      long offset,
      long stride,
      MemorySegment otherMemory,
      long otherOffset,
      long otherStride,
      int count);
}
