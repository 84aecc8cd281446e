package io.ndmap.mpi.library;

import java.util.concurrent.locks.LockSupport;

/// The pauses between the questions of a thread that waits: none in the first microseconds, longer
/// ones the longer it waits, up to a millisecond.
public final class Pause {

  private static final long SPIN_NANOS = 20_000;
  private static final long LEAST_PARK_NANOS = 20_000;
  private static final long MOST_PARK_NANOS = 1_000_000;

  private final long start = System.nanoTime();

  /// The time that the thread has waited.
  public long nanos() {
    return System.nanoTime() - start;
  }

  /// Takes the next one.
  ///
  /// @return whether it was one of the longest
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
