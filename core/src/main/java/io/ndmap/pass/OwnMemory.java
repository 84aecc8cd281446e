package io.ndmap.pass;

import io.ndmap.memory.Alias;
import io.ndmap.op.Backing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The backing of memory outside the heap that is freed once nobody reaches it, and not before: of
/// new arrays, and of callers' arenas that cannot be closed.
public final class OwnMemory extends ProcessMemory {

  // The JDK tells of no arena whether it can be closed, but has a class of scopes for each kind.
  private static final Class<?> AUTOMATIC = Arena.ofAuto().scope().getClass();
  private static final boolean TELLS =
      AUTOMATIC != scopeOf(Arena.ofShared()) && AUTOMATIC != scopeOf(Arena.ofConfined());

  // With it the memory stays: an alias alone does not keep it.
  private final MemorySegment memory;
  private final @Nullable Alias alias;

  /// The backing of memory of an arena that nobody closes.
  public OwnMemory(MemorySegment memory) {
    this.memory = memory;
    this.alias = Alias.of(memory);
  }

  /// The backing of a caller's memory that cannot fault: this one for automatic arenas and the
  /// global one, else [Backing#MEMORY], since another thread may close the arena under a kernel.
  public static Backing of(MemorySegment memory) {
    boolean stays =
        memory.isNative()
            && !memory.isMapped()
            && ((TELLS && memory.scope().getClass() == AUTOMATIC)
                || memory.scope().equals(Arena.global().scope()));
    return stays ? new OwnMemory(memory) : MEMORY;
  }

  private static Class<?> scopeOf(Arena arena) {
    try (arena) {
      return arena.scope().getClass();
    }
  }

  @Override
  public @Nullable MemorySegment withoutArena(MemorySegment segment) {
    return alias == null ? null : alias.part(segment);
  }

  @Override
  public boolean isInUse() {
    return memory.scope().isAlive();
  }
}
