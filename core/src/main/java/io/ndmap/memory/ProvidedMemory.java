package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.util.ServiceLoader;

/// Memory for large arrays that is freed once it is unreachable. The JDK's takes longer to come
/// into being than to be filled: it is brought in in pages of 4 KiB, and zeros are written into all
/// of it.
public final class ProvidedMemory {

  /// Looked for once.
  private static final LargeMemory PROVIDER =
      ServiceLoader.load(LargeMemory.class, LargeMemory.class.getClassLoader())
          .findFirst()
          .orElse(Arena::ofAuto);

  private ProvidedMemory() {}

  /// An arena of the provider, or of the JDK where there is none.
  ///
  /// @return a new arena
  public static Arena ofAuto() {
    return PROVIDER.arena();
  }
}
