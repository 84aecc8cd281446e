package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Native memory that belongs to no arena, for one part of one operation: where items are copied
/// that kernels cannot see where they are, and results on their way back.
///
/// It is checked out by the call and not by the thread: an operator may begin another operation,
/// and virtual threads are many. What is returned is kept, at most 32 MiB, and never freed; when
/// more are out at once, the garbage collector frees the rest.
public final class Scratch implements AutoCloseable {

  /// Bytes of a block. Of several at once only a part is used where what passes through the
  /// first-level cache shall stay in it.
  public static final int BLOCK = 1 << 14;

  /// How many blocks one has.
  public static final int BLOCKS = 8;

  private static final int MOST = 256;
  private static final int LINE = 64;

  private static final ConcurrentLinkedQueue<MemorySegment> FREE = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final MemorySegment.Scope KEPT = Arena.global().scope();
  private static final LongAdder TAKEN = new LongAdder();
  private static final LongAdder RETURNED = new LongAdder();
  private static final ScopedValue<LongAdder> COUNTER = ScopedValue.newInstance();

  /// Whether anybody has ever counted. Not volatile: it is set long before a thread begins a part
  /// that is counted.
  private static boolean counts;

  private final MemorySegment memory;
  // What the collector frees, or the memory itself if it is kept.
  private final MemorySegment owned;

  private Scratch(MemorySegment memory, MemorySegment owned) {
    this.memory = memory;
    this.owned = owned;
  }

  /// Takes one, whose bytes are anything.
  ///
  /// @return to be closed by who took it, soon: there are few that are kept
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

  /// Runs something, and counts how many are taken by this thread meanwhile.
  ///
  /// @param counter is incremented for each
  /// @param work what to run
  public static void counting(LongAdder counter, Runnable work) {
    counts = true;
    ScopedValue.where(COUNTER, counter).run(work);
  }

  /// How many are checked out at this moment, by all threads.
  ///
  /// @return the count
  public static long inUse() {
    long returned = RETURNED.sum();
    return Math.max(0, TAKEN.sum() - returned);
  }

  /// All of it: [#BLOCKS] blocks.
  ///
  /// @return the memory
  public MemorySegment memory() {
    return memory;
  }

  /// Where a block begins in the memory.
  ///
  /// @param block from 0 to [#BLOCKS]-1
  /// @return byte offset
  public static long at(int block) {
    return (long) block * BLOCK;
  }

  /// Gives it back.
  @Override
  public void close() {
    RETURNED.increment();
    try {
      if (owned.scope().equals(KEPT)) {
        var _ = FREE.add(memory);
      }
    } finally {
      // Until here, memory that belongs to no arena kept nothing alive.
      Reference.reachabilityFence(owned);
    }
  }
}
