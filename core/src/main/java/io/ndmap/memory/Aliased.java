package io.ndmap.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A backing of memory that this library has made, and which kernels may see without its arena.
public interface Aliased {

  /// The bytes of a view's segment without their arena: to be used during a hold of the backing
  /// only.
  ///
  /// @param segment a view's
  /// @return exactly its bytes, read-only if it is; null if there is no [Alias] of them
  @Nullable MemorySegment withoutArena(MemorySegment segment);

  /// Whether no access can fault, so that loops may take the memory by vectors where it is: a fault
  /// within one can end the JVM. Of other memory they take copies, tile by tile.
  ///
  /// @return false unless the backing knows
  default boolean isStable() {
    return false;
  }
}
