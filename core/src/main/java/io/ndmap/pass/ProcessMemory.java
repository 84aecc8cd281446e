package io.ndmap.pass;

import io.ndmap.memory.Aliased;
import io.ndmap.op.Backing;

/// The backing of memory of this process that loops may access. Accesses cannot fail and never wait
/// for a disk.
abstract class ProcessMemory extends Backing implements Aliased {

  @Override
  public final String name() {
    return MEMORY.name();
  }

  @Override
  public final boolean mayFault() {
    return false;
  }

  @Override
  public final boolean isStable() {
    return true;
  }

  @Override
  public final void barrier() {
    // No fault can be pending: no other process can truncate this memory.
  }
}
