package io.ndmap.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// An unscoped segment (see [Unscoped]) over the memory of an arena, for loops.
///
/// Each access through an arena's segment checks that the arena is alive and that this thread may
/// use it. HotSpot hoists these checks out of a loop reliably only while the loop has seen a single
/// kind of arena. An alias has no such checks, so it may be used only while its backing is pinned,
/// and is never passed to users.
///
/// Only for arenas that no user can close: arenas of this library, automatic arenas and the global
/// arena.
public final class Alias {

  private final MemorySegment owned;
  private final MemorySegment free;

  private Alias(MemorySegment owned, MemorySegment free) {
    this.owned = owned;
    this.free = free;
  }

  /// Returns an alias of a whole segment.
  ///
  /// @param owned memory of an arena that no user can close
  /// @return null if native access is off, or the memory is a Java array
  public static @Nullable Alias of(MemorySegment owned) {
    MemorySegment free = owned.isNative() ? ProvidedMemory.withoutArena(owned) : null;
    return free == null ? null : new Alias(owned, free);
  }

  /// Returns an unscoped segment over the bytes of a slice.
  ///
  /// @param segment any segment
  /// @return a segment of exactly these bytes, read-only if `segment` is; null if `segment` is not
  ///   a slice of the aliased memory
  public @Nullable MemorySegment part(MemorySegment segment) {
    long first = segment.address() - owned.address();
    boolean within =
        segment.isNative()
            && first >= 0
            && first <= owned.byteSize() - segment.byteSize()
            && segment.scope().equals(owned.scope());
    if (!within) {
      return null;
    }
    MemorySegment part =
        segment.byteSize() == owned.byteSize() ? free : free.asSlice(first, segment.byteSize());
    return segment.isReadOnly() && !part.isReadOnly() ? part.asReadOnly() : part;
  }
}
