package io.ndmap.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A backing of memory that this library created, which loops may access unscoped.
public interface Aliased {

  /// Returns the unscoped segment of a view's bytes, to be used only while the backing is pinned.
  ///
  /// @param segment the segment of a view
  /// @return exactly its bytes, read-only if it is; null if there is no [Alias] of them
  @Nullable MemorySegment withoutArena(MemorySegment segment);

  /// Returns whether no access can fault, so that vector loops may access the memory in place: a
  /// fault in a vector access can end the JVM. Other memory is copied tile by tile first.
  ///
  /// @return false by default
  default boolean isStable() {
    return false;
  }
}
