package io.ndmap.copy;

import java.lang.foreign.MemorySegment;

/// Converts single items that have no kernel, such as text.
interface ItemCast extends RunCast {

  /// Converts an item.
  ///
  /// @param at where it begins
  /// @param into where its image begins
  /// @throws IllegalArgumentException if the item has no image
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
