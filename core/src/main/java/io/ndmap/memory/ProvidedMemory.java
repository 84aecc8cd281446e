package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// Memory for large arrays that is freed once it is unreachable. The JDK's takes longer to come
/// into being than to be filled: it is brought in in pages of 4 KiB, and zeros are written into all
/// of it.
public final class ProvidedMemory {

  /// Looked for once.
  private static final NativeMemory PROVIDER =
      ServiceLoader.load(NativeMemory.class, NativeMemory.class.getClassLoader())
          .findFirst()
          .orElseGet(Jdk::new);

  private ProvidedMemory() {}

  /// An arena of the provider, or of the JDK where there is none.
  ///
  /// @return a new arena
  public static Arena ofAuto() {
    return PROVIDER.arena();
  }

  static @Nullable MemorySegment withoutArena(MemorySegment segment) {
    return PROVIDER.withoutArena(segment);
  }

  static @Nullable MemorySegment everything() {
    return PROVIDER.everything();
  }

  /// How many page faults of the calling thread have waited for a disk.
  ///
  /// @return the count since the thread began; -1 where the system does not say
  public static long majorFaults() {
    return PROVIDER.majorFaults();
  }

  /// What there is without a provider.
  private static final class Jdk implements NativeMemory {

    @Override
    public Arena arena() {
      return Arena.ofAuto();
    }

    @Override
    public @Nullable MemorySegment withoutArena(MemorySegment segment) {
      return null;
    }

    @Override
    public @Nullable MemorySegment everything() {
      return null;
    }

    @Override
    public long majorFaults() {
      return -1;
    }
  }
}
