package io.ndmap.pass;

import io.ndmap.memory.Alias;
import io.ndmap.memory.Aliased;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The backing of a new array outside the heap, whose memory is freed once nobody reaches it.
public final class OwnMemory extends Backing implements Aliased {

  // With it the memory stays: an alias alone does not keep it.
  private final MemorySegment memory;
  private final @Nullable Alias alias;

  /// The backing of memory of an arena that nobody closes.
  public OwnMemory(MemorySegment memory) {
    this.memory = memory;
    this.alias = Alias.of(memory);
  }

  @Override
  public @Nullable MemorySegment withoutArena(MemorySegment segment) {
    return alias == null ? null : alias.part(segment);
  }

  @Override
  public String name() {
    return MEMORY.name();
  }

  @Override
  public boolean mayFault() {
    return false;
  }

  @Override
  public boolean isInUse() {
    return memory.scope().isAlive();
  }

  @Override
  public void barrier() {
    // Nothing can be pending: no other process can take this memory away.
  }
}
