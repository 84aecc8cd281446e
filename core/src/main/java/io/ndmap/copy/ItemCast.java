package io.ndmap.copy;

import java.lang.foreign.MemorySegment;

/// Converts elements one by one, for dtypes without a loop, such as text.
interface ItemCast extends RunCast {

  /// Converts an element.
  ///
  /// @param at byte offset of the element
  /// @param into byte offset of the result
  /// @throws IllegalArgumentException if the element cannot be converted
  void item(MemorySegment source, long at, MemorySegment target, long into);

  @Override
  default void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count) {
    for (int i = 0; i < count; i++) {
      item(source, at + i * stride, target, into + i * intoStride);
    }
  }
}
