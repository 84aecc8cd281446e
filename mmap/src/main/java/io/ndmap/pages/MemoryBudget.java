package io.ndmap.pages;

import java.util.concurrent.atomic.AtomicLong;

/// How many bytes may be in use at once. Where memory is freed by garbage collections alone, the
/// last ones are waited for: a program that makes arrays outside the heap may have no other reason
/// to collect.
///
/// A collection is started when a target would be exceeded. If what is needed is still in use after
/// it, as much again may be made before the next one.
final class MemoryBudget {

  // As the JDK: it waits for about a second in all.
  private static final long FIRST_PAUSE = 1;
  private static final long LAST_PAUSE = 512;

  private final long most;
  private final AtomicLong used = new AtomicLong();
  private volatile long target;

  /// Makes a budget.
  ///
  /// @param target bytes in use from which on collections are started
  /// @param most bytes in use at once, at least the target
  MemoryBudget(long target, long most) {
    this.target = target;
    this.most = most;
  }

  /// Takes bytes out of the budget, if need be after collections.
  ///
  /// @return whether it had so many
  boolean reserve(long bytes) {
    if (bytes > most) {
      return false;
    }
    for (long pause = FIRST_PAUSE; pause <= LAST_PAUSE; pause *= 2) {
      if (tryReserve(bytes, Math.max(target, twice(bytes)))) {
        return true;
      }
      System.gc();
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    if (!tryReserve(bytes, most)) {
      return false;
    }
    target = Math.max(target, twice(used.get()));
    return true;
  }

  private long twice(long bytes) {
    return Math.min(most, 2 * bytes);
  }

  private boolean tryReserve(long bytes, long limit) {
    long now = used.get();
    while (bytes <= limit - now) {
      long seen = used.compareAndExchange(now, now + bytes);
      if (seen == now) {
        return true;
      }
      now = seen;
    }
    return false;
  }

  /// How many bytes are in use.
  long used() {
    return used.get();
  }

  /// Puts bytes back.
  void release(long bytes) {
    var _ = used.addAndGet(-bytes);
  }
}
