package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.util.ServiceLoader;

/// What provides memory, looked for once.
final class ProvidedMemory {

  static final LargeMemory FOUND =
      ServiceLoader.load(LargeMemory.class, LargeMemory.class.getClassLoader())
          .findFirst()
          .orElse(Arena::ofAuto);

  private ProvidedMemory() {}
}
