package io.ndmap.pages;

import java.util.concurrent.atomic.AtomicLong;

/// How many bytes may be in use at once. Where memory is freed by garbage collections alone, the
/// last ones are waited for: a program that makes arrays outside the heap may have no other reason
/// to collect.
final class MemoryBudget {

  // As the JDK: it waits for about a second in all.
  private static final long FIRST_PAUSE = 1;
  private static final long LAST_PAUSE = 512;

  private final long most;
  private final AtomicLong used = new AtomicLong();

  /// Makes a budget.
  ///
  /// @param most bytes in use at once
  MemoryBudget(long most) {
    this.most = most;
  }

  /// Takes bytes out of the budget, if need be after collections.
  ///
  /// @return whether it had so many
  boolean reserve(long bytes) {
    for (long pause = FIRST_PAUSE; !tryReserve(bytes); pause *= 2) {
      if (bytes > most || pause > LAST_PAUSE) {
        return false;
      }
      System.gc();
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  private boolean tryReserve(long bytes) {
    long now = used.get();
    while (bytes <= most - now) {
      long seen = used.compareAndExchange(now, now + bytes);
      if (seen == now) {
        return true;
      }
      now = seen;
    }
    return false;
  }

  /// Puts bytes back.
  void release(long bytes) {
    var _ = used.addAndGet(-bytes);
  }
}
