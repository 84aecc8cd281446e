package io.ndmap.memory;

import java.lang.foreign.Arena;

/// Closes shared arenas while other threads may still access single elements.
///
/// Closing an arena stops other threads in a handshake. On JDK 25, a thread may be stopped during
/// an access, at a safepoint that cannot throw. It then resumes the access after the memory was
/// unmapped, and the JVM crashes with SIGSEGV
/// ([JDK-8364167](https://bugs.openjdk.org/browse/JDK-8364167)). So an extra handshake is made
/// first: nearly all accesses in flight finish before the second handshake.
public final class SharedArenas {

  private SharedArenas() {}

  /// Closes an arena.
  ///
  /// @param arena a shared arena whose [io.ndmap.op.Backing] is retired: views begin no new access,
  ///   but raw segments still may
  /// @throws IllegalStateException if the arena is already closed, or if a native call or a channel
  ///   uses its memory
  public static void close(Arena arena) {
    handshake();
    arena.close();
  }

  /// Waits until each thread has passed a safepoint, by closing an empty shared arena.
  private static void handshake() {
    Arena.ofShared().close();
  }
}
