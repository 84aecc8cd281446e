package io.ndmap.mmap;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the leases of one file, so that exactly one caller unmaps the file: the caller that
/// closes the file if there are no leases, otherwise the caller that ends the last lease of the
/// closed file. Lock-free, except for [#end] and [#awaitEnd].
final class LeaseCount {

  private static final long CLOSED = 1;
  private static final long LEASE = 2;

  // The CLOSED bit, plus LEASE for each open lease. Both are in one word, so that no lease can
  // begin once the file is closed and its last lease has ended.
  private final AtomicLong state = new AtomicLong();

  /// Whether the memory was unmapped.
  private boolean ended;

  /// Begins a lease and returns true; returns false if the file is closed.
  boolean acquire() {
    return (state.getAndUpdate(now -> isClosed(now) ? now : now + LEASE) & CLOSED) == 0;
  }

  /// Begins a lease and returns true if the file is open, or is closed but another lease keeps its
  /// memory mapped; otherwise returns false.
  boolean join() {
    return state.getAndUpdate(now -> now == CLOSED ? now : now + LEASE) != CLOSED;
  }

  /// Ends a lease.
  ///
  /// @return whether the caller must unmap the memory
  boolean release() {
    return state.addAndGet(-LEASE) == CLOSED;
  }

  /// Marks the file as closed. Marking it again has no effect.
  ///
  /// @return whether the caller must unmap the memory
  boolean close() {
    return state.getAndUpdate(now -> now | CLOSED) == 0;
  }

  /// Records that the memory was unmapped, and wakes the threads in [#awaitEnd].
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /// Waits for a call of [#end].
  ///
  /// @return false if the time limit has passed first
  /// @throws InterruptedException if the thread is interrupted
  synchronized boolean awaitEnd(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + nanos(limit);
    while (!ended) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  private static long nanos(Duration limit) {
    // `toNanos` would overflow beyond 292 years, and differences of `nanoTime` beyond 2^63.
    return limit.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) < 0
        ? limit.toNanos()
        : Long.MAX_VALUE / 2;
  }

  /// The number of open leases.
  long count() {
    return state.get() / LEASE;
  }

  boolean isClosed() {
    return isClosed(state.get());
  }

  /// Whether the file is closed and has no leases.
  boolean isOver() {
    return state.get() == CLOSED;
  }

  private static boolean isClosed(long state) {
    return (state & CLOSED) != 0;
  }
}
