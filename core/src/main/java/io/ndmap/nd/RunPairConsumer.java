package io.ndmap.nd;

import java.lang.foreign.MemorySegment;

/// A user loop over elements of two views at the same indices, with constant strides, see
/// [NdView#forEachRun(NdView, RunPairConsumer)].
@FunctionalInterface
public interface RunPairConsumer {

  /// Processes the next pair of runs.
  ///
  /// @param memory the memory of the first view's elements
  /// @param offset the byte offset of the first view's first element in the run
  /// @param stride bytes from one element of the first view to the next, see [RunConsumer]
  /// @param otherMemory the memory of the other view's elements
  /// @param otherOffset the byte offset of the other view's first element in the run
  /// @param otherStride bytes from one element of the other view to the next; may be negative, and
  ///   is 0 along broadcast axes
  /// @param count the number of elements of each view in the run, at least 1
  void accept(
      MemorySegment memory,
      long offset,
      long stride,
      MemorySegment otherMemory,
      long otherOffset,
      long otherStride,
      int count);
}
