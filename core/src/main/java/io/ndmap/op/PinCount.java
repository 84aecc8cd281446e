package io.ndmap.op;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Counts the pins on the memory of a [Backing], and lets one thread wait until the count is zero.
///
/// Threads are distributed over several counters in separate cache lines, so that threads rarely
/// contend for one counter. A pin never waits.
final class PinCount {

  /// The number of counters: a power of two, at most 8.
  private static final int STRIPES =
      Integer.highestOneBit(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 8));

  /// The distance between two counters, in array elements: a cache line. The elements between them
  /// are unused.
  private static final int LINE = 64 / Integer.BYTES;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(STRIPES * LINE);
  private volatile boolean closed;
  private volatile @Nullable Thread waiting;

  /// Begins a pin.
  ///
  /// @return false if pins are not allowed
  boolean begin() {
    counts.getAndIncrement(stripe());
    if (closed) {
      end();
      return false;
    }
    return true;
  }

  /// Ends a pin of the same thread.
  void end() {
    counts.getAndDecrement(stripe());
    Thread thread = waiting;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /// Forbids new pins.
  void close() {
    closed = true;
  }

  /// Forbids new pins, unless the memory is pinned.
  ///
  /// @return false if the memory is pinned; pins are then still allowed, except that a pin that
  ///   begins during this call may be refused
  boolean closeIfFree() {
    // Check first without closing: otherwise every call would briefly refuse pins, even if the
    // memory is pinned.
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

  /// Allows pins again.
  void open() {
    closed = false;
  }

  /// Waits, after [#close], for the last pin to end. Only one thread at a time may call this
  /// method. An interrupt does not end the wait, but the interrupt status is kept.
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

  // After `close`, a counter that was seen at zero is incremented only by threads that then find
  // the count closed and decrement the counter again. It therefore suffices to check one counter
  // after another.
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
