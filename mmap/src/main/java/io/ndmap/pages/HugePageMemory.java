package io.ndmap.pages;

import io.ndmap.memory.NativeMemory;
import io.ndmap.posix.Addresses;
import io.ndmap.posix.Posix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Where large arrays get their memory from, and kernels theirs. Public for the service loader
/// alone.
public final class HugePageMemory implements NativeMemory {

  /// Makes the provider.
  public HugePageMemory() {
    // Nothing to be prepared.
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
