package io.ndmap.pages;

import io.ndmap.memory.LargeMemory;
import java.lang.foreign.Arena;

/// What arrays read from a stream get their memory from. Public for the service loader alone.
public final class HugePageMemory implements LargeMemory {

  /// Makes the provider.
  public HugePageMemory() {
    // Nothing to be prepared.
  }

  @Override
  public Arena arena() {
    return HugePageArena.ofAuto();
  }
}
