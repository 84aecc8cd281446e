package io.ndmap.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The backing of memory that no user can free while the backing is pinned. Provides an unscoped
/// segment of the memory for loops, and states whether the memory can fault.
public interface Aliased {

  /// Returns the unscoped segment of a view's bytes, to be used only while the backing is pinned.
  ///
  /// @param segment the segment of a view
  /// @return a segment of exactly these bytes, read-only if `segment` is; null if there is no
  ///   [Alias], or `segment` is not a slice of the aliased memory
  @Nullable MemorySegment withoutArena(MemorySegment segment);

  /// Returns whether no access can fault. Vector loops may then access the memory in place; a fault
  /// in a vector access can crash the JVM. Other memory is first copied, tile by tile.
  ///
  /// @return false by default
  default boolean isStable() {
    return false;
  }
}
