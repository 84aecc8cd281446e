package io.ndmap.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A backing of memory that this library created. Gives loops an unscoped segment of the memory,
/// and tells whether the memory can fault.
public interface Aliased {

  /// Returns the unscoped segment of a view's bytes, to be used only while the backing is pinned.
  ///
  /// @param segment the segment of a view
  /// @return a segment of exactly these bytes, read-only if `segment` is; null if there is no
  ///   [Alias]
  @Nullable MemorySegment withoutArena(MemorySegment segment);

  /// Returns whether no access can fault. Vector loops may then access the memory in place; a fault
  /// in a vector access can crash the JVM. Other memory is first copied, tile by tile.
  ///
  /// @return false by default
  default boolean isStable() {
    return false;
  }
}
