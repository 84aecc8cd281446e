package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// A loop over elements of two views at the same indices, with constant strides, see
/// [NdView#forEachRun(NdView, RunPairConsumer)].
@FunctionalInterface
public interface RunPairConsumer {

  /// Processes the next pair of runs.
  ///
  /// @param memory the memory of the first view's elements
  /// @param offset the byte offset of its first element
  /// @param stride bytes from one of its elements to the next
  /// @param otherMemory the memory of the other view's elements
  /// @param otherOffset the byte offset of its first element
  /// @param otherStride bytes from one of its elements to the next, of any sign, 0 if broadcast
  /// @param count the number of elements of each, at least 1
  void accept(
      MemorySegment memory,
      long offset,
      long stride,
      MemorySegment otherMemory,
      long otherOffset,
      long otherStride,
      int count);
}
