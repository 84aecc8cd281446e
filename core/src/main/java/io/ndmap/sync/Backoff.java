package io.ndmap.sync;

import io.ndmap.op.OperationInterruptedException;
import java.util.concurrent.locks.LockSupport;

/// Waits between the attempts of a reader: most updates take less than a microsecond, some writers
/// need a processor, others have died.
final class Backoff {

  private static final int SPINS = 200;
  private static final int YIELDS = 100;
  private static final long SLEEP_NANOS = 1_000_000;

  private Backoff() {}

  /// Waits.
  ///
  /// @param attempt how many have failed
  /// @throws OperationInterruptedException if the thread is interrupted when it would sleep
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
