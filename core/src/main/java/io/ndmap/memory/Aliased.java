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
}
