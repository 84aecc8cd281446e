package io.ndmap.nd;

import io.ndmap.memory.Aliased;
import io.ndmap.memory.Unscoped;
import io.ndmap.op.Backing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A backing whose memory loops access in place, as they access files; its arena must stay open.
final class DirectMemory extends Backing implements Aliased {

  /// Unscoped memory at an odd address; it is never freed.
  static MemorySegment allocate(long bytes) {
    return Arena.global().allocate(bytes + 9, 8).asSlice(1, bytes);
  }

  @Override
  public MemorySegment withoutArena(MemorySegment segment) {
    MemorySegment all = Unscoped.ALL;
    return all == null ? segment : all.asSlice(segment.address(), segment.byteSize());
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
    return true;
  }

  @Override
  public void barrier() {
    // Nothing can be pending.
  }
}
