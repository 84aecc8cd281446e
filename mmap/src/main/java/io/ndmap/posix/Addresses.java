package io.ndmap.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Segments over addresses that are known already.
public final class Addresses {

  private Addresses() {}

  /// All memory of the process, from address 0 on. Most of it is nobody's: an access there can end
  /// the JVM.
  ///
  /// @return a segment that belongs to no arena; null where native access is off
  @SuppressWarnings("restricted")
  public static @Nullable MemorySegment all() {
    return Posix.isEnabled() ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : null;
  }

  /// Has something run when an arena frees its memory.
  ///
  /// @param arena that is alive
  /// @return false where native access is off: it is never run then
  @SuppressWarnings("restricted")
  public static boolean whenClosed(Arena arena, Runnable action) {
    if (Posix.isEnabled()) {
      var _ = MemorySegment.NULL.reinterpret(arena, _ -> action.run());
      return true;
    }
    return false;
  }

  /// The same memory as a segment that belongs to no arena. It does not notice when the arena is
  /// closed: an access after that can end the JVM.
  ///
  /// @param segment native memory
  /// @return exactly its bytes, read-only if it is; null where native access is off
  // To give an address a size is restricted, and this package is the one that is there to do it.
  @SuppressWarnings("restricted")
  public static @Nullable MemorySegment withoutArena(MemorySegment segment) {
    if (!Posix.isEnabled()) {
      return null;
    }
    MemorySegment free = MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
    // An address does not know it, and a store into such memory ends the JVM.
    return segment.isReadOnly() ? free.asReadOnly() : free;
  }
}
