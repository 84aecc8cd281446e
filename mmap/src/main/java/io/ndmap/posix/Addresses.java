package io.ndmap.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Segments over existing addresses.
public final class Addresses {

  private Addresses() {}

  /// Returns all memory of the process, from address 0. Most of it is unmapped: an access there can
  /// crash the JVM.
  ///
  /// @return a segment of the global scope; null unless calls are enabled ([Posix#isEnabled])
  @SuppressWarnings("restricted")
  public static @Nullable MemorySegment all() {
    return Posix.isEnabled() ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : null;
  }

  /// Runs an action when an arena frees its memory.
  ///
  /// @param arena an arena that is alive
  /// @return false unless calls are enabled ([Posix#isEnabled]): the action is then never run
  @SuppressWarnings("restricted")
  public static boolean whenClosed(Arena arena, Runnable action) {
    if (Posix.isEnabled()) {
      var _ = MemorySegment.NULL.reinterpret(arena, _ -> action.run());
      return true;
    }
    return false;
  }

  /// Returns a segment of the global scope over the same memory. Accesses do not check whether the
  /// arena is open: an access after the arena was closed can crash the JVM.
  ///
  /// @param segment native memory
  /// @return a segment of the same bytes, read-only if the given segment is; null unless calls are
  ///   enabled ([Posix#isEnabled])
  // `reinterpret` is restricted; all restricted calls are in this package.
  @SuppressWarnings("restricted")
  public static @Nullable MemorySegment withoutArena(MemorySegment segment) {
    if (!Posix.isEnabled()) {
      return null;
    }
    MemorySegment free = MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
    // An address does not carry the protection, and a store into read-only memory crashes the JVM.
    return segment.isReadOnly() ? free.asReadOnly() : free;
  }
}
