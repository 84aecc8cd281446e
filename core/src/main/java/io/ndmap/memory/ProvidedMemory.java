package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// Off-heap memory for large arrays, freed once it is unreachable. The memory comes from the
/// [NativeMemory] provider (huge pages if available) or the JDK. The JDK's memory takes longer to
/// allocate than to fill, because it is faulted in by pages of 4 KiB and zeroed.
public final class ProvidedMemory {

  private static final NativeMemory PROVIDER =
      ServiceLoader.load(NativeMemory.class, NativeMemory.class.getClassLoader())
          .findFirst()
          .orElseGet(Jdk::new);

  private ProvidedMemory() {}

  /// Returns an arena of the provider, or of the JDK if there is no provider.
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

  /// Returns the number of major page faults (faults that waited for a disk) of the calling thread.
  ///
  /// @return the count since the thread began; -1 if native access is off, if there is no provider,
  ///   or if the system does not report it
  public static long majorFaults() {
    return PROVIDER.majorFaults();
  }

  /// The fallback if there is no provider.
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
