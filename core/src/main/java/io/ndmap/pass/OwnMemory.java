package io.ndmap.pass;

import io.ndmap.memory.Alias;
import io.ndmap.op.Backing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The backing of off-heap memory that nobody can close: memory of new arrays, and memory that
/// users have allocated in automatic arenas or the global arena.
public final class OwnMemory extends ProcessMemory {

  // The JDK cannot tell whether an arena can be closed. But the scopes of automatic arenas have a
  // class of their own.
  private static final Class<?> AUTOMATIC = Arena.ofAuto().scope().getClass();
  // Whether arenas that can be closed have scopes of other classes.
  private static final boolean TELLS =
      AUTOMATIC != scopeOf(Arena.ofShared()) && AUTOMATIC != scopeOf(Arena.ofConfined());

  // Keeps the memory reachable; an alias alone does not.
  private final MemorySegment memory;
  private final @Nullable Alias alias;

  /// Creates the backing of memory whose arena is never closed.
  public OwnMemory(MemorySegment memory) {
    this.memory = memory;
    this.alias = Alias.of(memory);
  }

  /// Returns the backing of a user's memory, which must not be a mapped file: an instance of this
  /// class for automatic arenas and the global arena, else [Backing#MEMORY], since the memory is a
  /// Java array, or another thread may close the arena while a loop runs.
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
