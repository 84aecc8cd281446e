package io.ndmap.pages;

import io.ndmap.memory.NativeMemory;
import io.ndmap.posix.Addresses;
import io.ndmap.posix.Posix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Provides as a service: memory in huge pages for large new arrays, segments for loops whose
/// accesses do not check the arena, and the number of major page faults. Public only for the
/// service loader.
public final class HugePageMemory implements NativeMemory {

  /// Creates the provider.
  public HugePageMemory() {
    // No state.
  }

  @Override
  public Arena arena() {
    return HugePageArena.ofAuto();
  }

  @Override
  public @Nullable MemorySegment withoutArena(MemorySegment segment) {
    return Addresses.withoutArena(segment);
  }

  @Override
  public @Nullable MemorySegment everything() {
    return Addresses.all();
  }

  @Override
  public long majorFaults() {
    return Posix.majorFaults();
  }
}
