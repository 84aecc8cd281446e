package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// A loop over elements of two views at the same indices, with constant strides, see
/// [NdView#forEachRun(NdView, RunPairConsumer)].
@FunctionalInterface
public interface RunPairConsumer {

  /// Processes the next pair of runs.
  ///
  /// @param memory where the elements of the first view are
  /// @param offset the byte at which its first element begins
  /// @param stride bytes from one of its elements to the next
  /// @param otherMemory where the elements of the other view are
  /// @param otherOffset the byte at which its first element begins
  /// @param otherStride bytes from one of its elements to the next, of any sign, 0 if broadcast
  /// @param count how many elements of each, at least 1
  void accept(
      MemorySegment memory,
      long offset,
      long stride,
      MemorySegment otherMemory,
      long otherOffset,
      long otherStride,
      int count);
}
