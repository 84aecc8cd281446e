package io.ndmap.mpi.library;

import java.util.concurrent.locks.LockSupport;

/// The pauses of a thread that polls: it spins for 20 µs, then sleeps for an eighth of the time
/// that it has waited, at least 20 µs and at most 1 ms.
public final class Pause {

  private static final long SPIN_NANOS = 20_000;
  private static final long LEAST_PARK_NANOS = 20_000;
  private static final long MOST_PARK_NANOS = 1_000_000;

  private final long start = System.nanoTime();

  /// Returns the time in nanoseconds that the thread has waited.
  public long nanos() {
    return System.nanoTime() - start;
  }

  /// Makes the next pause.
  ///
  /// @return whether the pause had the maximum length
  public boolean take() {
    long waited = nanos();
    if (waited < SPIN_NANOS) {
      Thread.onSpinWait();
      return false;
    }
    long pause = Math.clamp(waited / 8, LEAST_PARK_NANOS, MOST_PARK_NANOS);
    LockSupport.parkNanos(pause);
    return pause == MOST_PARK_NANOS;
  }
}
