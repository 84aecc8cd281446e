package io.ndmap.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory of an arena once more, as a segment that belongs to none: what kernels see.
///
/// Each access through an arena's segment asks whether the arena lives and whether this thread may
/// use it. HotSpot hoists that out of a loop that has met one kind of arena, and gives up,
/// differently from one JVM to the next, when it has met several. An alias asks nothing. So whoever
/// uses one holds the memory's backing meanwhile, and it is not handed to users.
///
/// Only for arenas that this library has made: it alone knows when they are closed.
public final class Alias {

  private final MemorySegment owned;
  private final MemorySegment free;

  private Alias(MemorySegment owned, MemorySegment free) {
    this.owned = owned;
    this.free = free;
  }

  /// Makes one.
  ///
  /// @param owned memory of an arena of this library
  /// @return null where native access is off, or the memory is a Java array
  public static @Nullable Alias of(MemorySegment owned) {
    MemorySegment free = owned.isNative() ? ProvidedMemory.withoutArena(owned) : null;
    return free == null ? null : new Alias(owned, free);
  }

  /// The bytes of a segment without its arena.
  ///
  /// @param segment any
  /// @return exactly its bytes, read-only if it is; null unless it is a part of the memory
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
