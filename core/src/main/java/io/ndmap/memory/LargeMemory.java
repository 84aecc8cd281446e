package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/// Memory for large arrays that is freed once it is unreachable. The JDK's takes longer to come
/// into being than to be filled: it is brought in in pages of 4 KiB, and zeros are written into all
/// of it. A module that makes calls of the system can provide better, by [ServiceLoader].
public interface LargeMemory extends Supplier<Arena> {

  /// An arena that cannot be closed, as [Arena#ofAuto].
  @Override
  Arena get();

  /// An arena of the provider, or of the JDK where there is none.
  static Arena ofAuto() {
    return Provided.MEMORY.get();
  }

  /// Looked for once.
  final class Provided {
    private static final LargeMemory MEMORY =
        ServiceLoader.load(LargeMemory.class, LargeMemory.class.getClassLoader())
            .findFirst()
            .orElse(Arena::ofAuto);

    private Provided() {}
  }
}
