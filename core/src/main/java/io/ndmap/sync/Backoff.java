package io.ndmap.sync;

import io.ndmap.op.OperationInterruptedException;
import java.util.concurrent.locks.LockSupport;

/// Waits between the attempts of a reader. It first spins, because most updates take less than a
/// microsecond, then yields the CPU to writers, then sleeps, because the writer may have died.
final class Backoff {

  private static final int SPINS = 200;
  private static final int YIELDS = 100;
  private static final long SLEEP_NANOS = 1_000_000;

  private Backoff() {}

  /// Waits.
  ///
  /// @param attempt the number of failed attempts
  /// @throws OperationInterruptedException if the thread is interrupted in the phase in which it
  ///   sleeps
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
