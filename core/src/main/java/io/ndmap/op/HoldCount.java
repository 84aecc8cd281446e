package io.ndmap.op;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Counts the operations that hold some memory, and lets one thread wait until none does.
///
/// Threads count in separate cache lines: a hold costs the same however many threads there are. A
/// hold never waits.
final class HoldCount {

  private static final int STRIPES =
      Integer.highestOneBit(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 8));

  /// Counters from one stripe to the next: a cache line.
  private static final int LINE = 64 / Integer.BYTES;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(STRIPES * LINE);
  private volatile boolean closed;
  private volatile @Nullable Thread waiting;

  /// Begins a hold.
  ///
  /// @return false if there are none any more
  boolean begin() {
    counts.getAndIncrement(stripe());
    if (closed) {
      end();
      return false;
    }
    return true;
  }

  /// Ends a hold of the same thread.
  void end() {
    counts.getAndDecrement(stripe());
    Thread thread = waiting;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /// Lets no hold begin.
  void close() {
    closed = true;
  }

  /// Lets no hold begin, unless there is one.
  ///
  /// @return false if there is one: then holds may begin as before
  boolean closeIfFree() {
    // First without a trace: a hold that begins meanwhile must not fail for nothing.
    if (!isFree()) {
      return false;
    }
    closed = true;
    if (isFree()) {
      return true;
    }
    closed = false;
    return false;
  }

  /// Lets holds begin again.
  void open() {
    closed = false;
  }

  /// Waits for the last hold to end, after [#close]; for one thread at a time. An interrupt does
  /// not end the wait, but is kept.
  void awaitFree() {
    boolean interrupted = false;
    waiting = Thread.currentThread();
    while (!isFree()) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    waiting = null;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // After the end each stripe, once seen at zero, is only counted up by those that find it closed
  // and count down again: so it is enough to see them one after the other.
  private boolean isFree() {
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      if (counts.get(stripe * LINE) != 0) {
        return false;
      }
    }
    return true;
  }

  private static int stripe() {
    return ((int) Thread.currentThread().threadId() & (STRIPES - 1)) * LINE;
  }
}
