package io.ndmap.mmap;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the leases of one file, so that exactly one caller unmaps the file: the caller that
/// closes it if there are no leases, otherwise the caller that ends the last lease. Lock-free,
/// except for [#end] and [#awaitEnd].
final class LeaseCount {

  private static final long CLOSED = 1;
  private static final long LEASE = 2;

  // The CLOSED bit, plus LEASE for each lease. Both are in one word, so that no lease can begin
  // after the end.
  private final AtomicLong state = new AtomicLong();
  private boolean ended;

  /// Begins a lease and returns true, unless the file is closed.
  boolean acquire() {
    return (state.getAndUpdate(now -> isClosed(now) ? now : now + LEASE) & CLOSED) == 0;
  }

  /// Begins a lease and returns true, unless the file is closed and has no other lease.
  boolean join() {
    return state.getAndUpdate(now -> now == CLOSED ? now : now + LEASE) != CLOSED;
  }

  /// Ends a lease.
  ///
  /// @return whether the caller must unmap the memory
  boolean release() {
    return state.addAndGet(-LEASE) == CLOSED;
  }

  /// Closes the file. Closing again has no effect.
  ///
  /// @return whether the caller must unmap the memory
  boolean close() {
    return state.getAndUpdate(now -> now | CLOSED) == 0;
  }

  /// Records that the memory was unmapped.
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
    // Differences of `nanoTime` are valid only up to half the range of a `long`.
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
