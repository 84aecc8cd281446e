package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Unscoped memory (see [Unscoped]) for one part of one operation. Elements that loops cannot
/// access in place are staged in this memory, and results before they are copied back.
///
/// Leased per call, not per thread: operators may nest, and virtual threads are numerous. Up to 32
/// MiB are kept for reuse and never freed. The memory of further simultaneous leases is freed by
/// the garbage collector.
public final class Scratch implements AutoCloseable {

  /// Bytes of a block. Loops that use several blocks at once use only part of each, to stay within
  /// the first-level cache.
  public static final int BLOCK = 1 << 14;

  /// The number of blocks.
  public static final int BLOCKS = 8;

  /// The maximum number of memories, of [#BLOCKS] blocks each, that are kept for reuse.
  private static final int MOST = 256;

  private static final int LINE = 64;

  private static final ConcurrentLinkedQueue<MemorySegment> FREE = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final MemorySegment.Scope KEPT = Arena.global().scope();
  private static final LongAdder TAKEN = new LongAdder();
  private static final LongAdder RETURNED = new LongAdder();
  private static final ScopedValue<LongAdder> COUNTER = ScopedValue.newInstance();

  /// Whether [#counting] was ever used. Not volatile: it is set before the threads begin the parts
  /// that are counted.
  private static boolean counts;

  private final MemorySegment memory;
  // The allocated segment, which keeps collectable memory alive.
  private final MemorySegment owned;

  private Scratch(MemorySegment memory, MemorySegment owned) {
    this.memory = memory;
    this.owned = owned;
  }

  /// Leases scratch memory with undefined content.
  ///
  /// @return the lease; close it soon, because the memory kept for reuse is limited
  public static Scratch take() {
    TAKEN.increment();
    if (counts && COUNTER.isBound()) {
      COUNTER.get().increment();
    }
    MemorySegment free = FREE.poll();
    if (free != null) {
      return new Scratch(free, free);
    }
    boolean kept = MADE.get() < MOST && MADE.getAndIncrement() < MOST;
    Arena arena = kept ? Arena.global() : Arena.ofAuto();
    MemorySegment made = arena.allocate((long) BLOCKS * BLOCK, LINE);
    MemorySegment unowned = kept ? null : ProvidedMemory.withoutArena(made);
    return new Scratch(unowned == null ? made : unowned, made);
  }

  /// Runs work, and counts the leases that the calling thread takes meanwhile.
  ///
  /// @param counter incremented for each lease
  /// @param work the work to run
  public static void counting(LongAdder counter, Runnable work) {
    counts = true;
    ScopedValue.where(COUNTER, counter).run(work);
  }

  /// Returns the number of leases at this moment, of all threads.
  ///
  /// @return the count
  public static long inUse() {
    long returned = RETURNED.sum();
    return Math.max(0, TAKEN.sum() - returned);
  }

  /// Returns all [#BLOCKS] blocks.
  ///
  /// @return the memory
  public MemorySegment memory() {
    return memory;
  }

  /// Returns the offset of a block in the memory.
  ///
  /// @param block from 0 to [#BLOCKS]-1
  /// @return byte offset
  public static long at(int block) {
    return (long) block * BLOCK;
  }

  /// Ends the lease.
  @Override
  public void close() {
    RETURNED.increment();
    try {
      if (owned.scope().equals(KEPT)) {
        var _ = FREE.add(memory);
      }
    } finally {
      // Unscoped memory does not keep its arena alive.
      Reference.reachabilityFence(owned);
    }
  }
}
