package io.ndmap.fill.ledger;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The deadline of a wait, by a monotonic clock.
///
/// @param begin the start of the wait, from `nanoTime`
/// @param timeout the length of the wait in nanoseconds
public record Deadline(long begin, long timeout) {

  public static Deadline in(Duration timeout) {
    long nanos;
    try {
      nanos = timeout.toNanos();
    } catch (ArithmeticException e) {
      nanos = timeout.isNegative() ? 0 : Long.MAX_VALUE;
    }
    return new Deadline(System.nanoTime(), nanos);
  }

  public boolean hasPassed() {
    return remaining() <= 0;
  }

  private long remaining() {
    return timeout - (System.nanoTime() - begin);
  }

  /// Sleeps, at most until the deadline; may return earlier.
  ///
  /// @throws InterruptedException if the thread is interrupted before the sleep; an interrupt
  ///   during the sleep only ends it, and the next call throws
  public void sleep(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    LockSupport.parkNanos(Math.max(1, Math.min(nanos, remaining())));
  }

  /// Returns the length of the wait, for messages.
  public String text() {
    return timeout >= TimeUnit.SECONDS.toNanos(1)
        ? TimeUnit.NANOSECONDS.toSeconds(timeout) + " s"
        : TimeUnit.NANOSECONDS.toMillis(timeout) + " ms";
  }
}
