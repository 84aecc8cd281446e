package io.ndmap.pages;

import java.util.concurrent.atomic.AtomicLong;

/// A limit on the bytes of off-heap memory in use. Garbage collections free the memory of
/// unreachable arrays. A program that allocates mainly off-heap arrays might never collect garbage,
/// so this class starts collections and waits for them when needed.
///
/// A collection is started if a reservation would raise the bytes in use above a target (or above
/// twice the size of this reservation, if that is more). If the memory is still in use after
/// several collections, the reservation is granted if it does not exceed the limit, and the target
/// is raised to twice the bytes in use, at most to the limit.
final class MemoryBudget {

  // Milliseconds. After each collection the pause is doubled; as in the JDK, all pauses add up to
  // about a second.
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

  /// Reserves bytes, after garbage collections if necessary. An interrupt of the thread ends the
  /// collections.
  ///
  /// @return false if the bytes in use would exceed the limit; nothing is then reserved
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
