package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.util.ServiceLoader;

/// Memory for large arrays that is freed once it is unreachable. The JDK's takes longer to come
/// into being than to be filled: it is brought in in pages of 4 KiB, and zeros are written into all
/// of it. A module that makes calls of the system can provide better, by [ServiceLoader].
public interface LargeMemory {

  /// An arena that cannot be closed, as [Arena#ofAuto].
  ///
  /// @return a new arena
  Arena arena();

  /// An arena of the provider, or of the JDK where there is none.
  ///
  /// @return a new arena
  static Arena ofAuto() {
    return ProvidedMemory.FOUND.arena();
  }
}
