package io.ndmap.arrow;

import io.ndmap.mmap.Lease;
import java.lang.foreign.MemorySegment;
import org.apache.arrow.memory.ForeignAllocation;

/// A region of a mapping that stays mapped until Arrow releases the last reference to it.
final class LeasedMemory extends ForeignAllocation {

  private final Lease lease;

  LeasedMemory(MemorySegment bytes, Lease lease) {
    super(bytes.byteSize(), bytes.address());
    this.lease = lease;
  }

  @Override
  protected void release0() {
    lease.close();
  }
}
