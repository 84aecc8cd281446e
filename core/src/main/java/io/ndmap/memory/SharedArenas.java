package io.ndmap.memory;

import java.lang.foreign.Arena;

/// Closes shared arenas while other threads may still access single elements.
///
/// On JDK 25, a thread that meets the handshake of a closing arena during an access, at a safepoint
/// that delivers no exceptions, completes the access to unmapped memory, and the JVM ends with
/// SIGSEGV ([JDK-8364167](https://bugs.openjdk.org/browse/JDK-8364167)). So there is a handshake
/// before that of the arena: nearly all accesses that began earlier end between the two.
public final class SharedArenas {

  private SharedArenas() {}

  /// Closes an arena.
  ///
  /// @param arena a shared arena, to whose memory no access may begin any more: that of a retired
  ///   [io.ndmap.op.Backing]
  /// @throws IllegalStateException if it is closed, or a native call or a channel uses its memory
  public static void close(Arena arena) {
    handshake();
    arena.close();
  }

  /// Waits until each thread has passed a safepoint. An arena without memory does it, too.
  private static void handshake() {
    Arena.ofShared().close();
  }
}
