package io.ndmap.mmap;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the leases of one file, so that exactly one caller unmaps it: the one that closes the
/// file if there are no leases, else the one that ends the last. It never waits.
final class LeaseCount {

  private static final long CLOSED = 1;
  private static final long LEASE = 2;

  // CLOSED, or not, and a LEASE for each: one word, so that no lease begins after the end.
  private final AtomicLong state = new AtomicLong();
  private boolean ended;

  /// Begins a lease, unless the file is closed.
  boolean acquire() {
    return (state.getAndUpdate(now -> isClosed(now) ? now : now + LEASE) & CLOSED) == 0;
  }

  /// Begins a lease, also of a closed file whose memory others still keep.
  boolean join() {
    return state.getAndUpdate(now -> now == CLOSED ? now : now + LEASE) != CLOSED;
  }

  /// Ends a lease.
  ///
  /// @return whether the memory is to be taken away
  boolean release() {
    return state.addAndGet(-LEASE) == CLOSED;
  }

  /// Closes the file; again, without effect.
  ///
  /// @return whether the memory is to be taken away
  boolean close() {
    return state.getAndUpdate(now -> now | CLOSED) == 0;
  }

  /// Notes that the memory was taken away.
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /// Waits for [#end].
  ///
  /// @return false if it did not come in time
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
    // Half of the range of a clock whose values may only be subtracted.
    return limit.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) < 0
        ? limit.toNanos()
        : Long.MAX_VALUE / 2;
  }

  /// How many leases there are.
  long count() {
    return state.get() / LEASE;
  }

  boolean isClosed() {
    return isClosed(state.get());
  }

  /// Whether the memory is not used any more.
  boolean isOver() {
    return state.get() == CLOSED;
  }

  private static boolean isClosed(long state) {
    return (state & CLOSED) != 0;
  }
}
