package io.ndmap.memory;

import java.lang.foreign.Arena;

/// Closes shared arenas while other threads may still access single elements.
///
/// On JDK 25, a thread that is stopped for the handshake of a closing arena during an access, at a
/// safepoint that cannot throw, resumes the access after the memory was unmapped, and the JVM ends
/// with SIGSEGV ([JDK-8364167](https://bugs.openjdk.org/browse/JDK-8364167)). So an extra handshake
/// is made first: nearly all accesses in flight finish before the second one.
public final class SharedArenas {

  private SharedArenas() {}

  /// Closes an arena.
  ///
  /// @param arena a shared arena whose [io.ndmap.op.Backing] is closed: views begin no new access,
  ///   raw segments still may
  /// @throws IllegalStateException if it is closed, or a native call or a channel uses its memory
  public static void close(Arena arena) {
    handshake();
    arena.close();
  }

  /// Waits until each thread has passed a safepoint. Closing an empty shared arena has this effect.
  private static void handshake() {
    Arena.ofShared().close();
  }
}
