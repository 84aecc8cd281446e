package io.ndmap.sync;

import io.ndmap.op.OperationInterruptedException;
import java.util.concurrent.locks.LockSupport;

/// How a reader passes the time until its next attempt: most updates are over in less than a
/// microsecond, some were interrupted and need a processor, and of the rest the writer has died.
final class Backoff {

  private static final int SPINS = 200;
  private static final int YIELDS = 100;
  private static final long SLEEP_NANOS = 1_000_000;

  private Backoff() {}

  /// Waits.
  ///
  /// @param attempt how many have failed
  /// @throws OperationInterruptedException if the thread is interrupted, once it would sleep
  // Nothing depends on what the scheduler makes of the yield: it is a shorter sleep at best.
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
