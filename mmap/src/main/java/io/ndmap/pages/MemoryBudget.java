package io.ndmap.pages;

import java.util.concurrent.atomic.AtomicLong;

/// A limit on the bytes of off-heap memory in use. Only garbage collections free this memory, so
/// they are started and awaited when needed: a program that allocates off-heap arrays might
/// otherwise never collect.
///
/// Collections are started when a reservation would exceed a target. If the memory is still in use
/// afterwards, the target is raised to twice the bytes in use.
final class MemoryBudget {

  // Milliseconds. As in the JDK, the pauses add up to about a second.
  private static final long FIRST_PAUSE = 1;
  private static final long LAST_PAUSE = 512;

  private final long most;
  private final AtomicLong used = new AtomicLong();
  private volatile long target;

  /// Creates a budget.
  ///
  /// @param target the bytes in use above which collections are started
  /// @param most the maximum bytes in use; not less than the target
  MemoryBudget(long target, long most) {
    this.target = target;
    this.most = most;
  }

  /// Reserves bytes, after collections if necessary.
  ///
  /// @return whether the bytes were available
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

  /// The bytes in use.
  long used() {
    return used.get();
  }

  /// Releases bytes.
  void release(long bytes) {
    var _ = used.addAndGet(-bytes);
  }
}
