package io.ndmap.sync;

import io.ndmap.op.OperationInterruptedException;
import java.util.concurrent.locks.LockSupport;

/// Waits between the attempts of a reader. The reader first spins, because most updates take less
/// than a microsecond. It then yields the CPU to writers. In the end it sleeps, because the writer
/// may have died.
final class Backoff {

  // The number of first attempts, after each of which the reader spins.
  private static final int SPINS = 200;
  // The number of next attempts, after each of which the reader yields.
  private static final int YIELDS = 100;
  // The time that the reader sleeps after each further attempt.
  private static final long SLEEP_NANOS = 1_000_000;

  private Backoff() {}

  /// Waits after a failed attempt.
  ///
  /// @param attempt the number of attempts that have failed so far
  /// @throws OperationInterruptedException if the thread is interrupted before or while it sleeps
  // Correctness does not depend on the scheduler: yielding is only meant to shorten the wait.
  @SuppressWarnings("ThreadPriorityCheck")
  static void pause(int attempt) {
    if (attempt <= SPINS) {
      Thread.onSpinWait();
    } else if (attempt <= SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(SLEEP_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new OperationInterruptedException();
      }
    }
  }
}
