package io.ndmap.mmap;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the leases of one file, so that exactly one caller unmaps the file: the caller that
/// closes the file if there are no leases, otherwise the caller that ends the last lease of the
/// closed file. Lock-free, except for [#end] and [#awaitEnd].
final class LeaseCount {

  private static final long CLOSED = 1;
  private static final long CALL = 2;
  private static final long LEASE = 1L << 32;

  // The CLOSED bit, plus CALL for each lease of one call, plus LEASE for each other open lease. All
  // are in one word, so that no lease can begin once the file is closed and its last lease has
  // ended.
  private final AtomicLong state = new AtomicLong();

  /// Whether the memory was unmapped.
  private boolean ended;

  /// Begins a lease and returns true; returns false if the file is closed.
  boolean acquire() {
    return (state.getAndUpdate(now -> isClosed(now) ? now : now + LEASE) & CLOSED) == 0;
  }

  /// Begins a lease of one call and returns true if the file is open, or is closed but a lease of
  /// [#acquire] keeps its memory mapped; otherwise returns false. Leases of calls let no further
  /// call in: overlapping calls of several threads would keep a closed file mapped for ever.
  boolean join() {
    return mayJoin(state.getAndUpdate(now -> mayJoin(now) ? now + CALL : now));
  }

  private static boolean mayJoin(long state) {
    return !isClosed(state) || state >= LEASE;
  }

  /// Ends a lease of [#acquire].
  ///
  /// @return whether the caller must unmap the memory
  boolean release() {
    return state.addAndGet(-LEASE) == CLOSED;
  }

  /// Ends a lease of [#join], otherwise like [#release].
  boolean leave() {
    return state.addAndGet(-CALL) == CLOSED;
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
    long now = state.get();
    return now / LEASE + now % LEASE / CALL;
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
