package io.ndmap.fill.parts;

import io.ndmap.fill.ledger.Deadline;
import io.ndmap.npy.FillTimeoutException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;

/// Waits for the process that creates an array, by polling: no notification of file changes by
/// other processes is both timely and portable.
public final class CreatorWait {

  // The first and the longest pause between two polls, in nanoseconds.
  private static final long FIRST_PAUSE = 200_000;
  private static final long LAST_PAUSE = 10_000_000;

  private final Path path;
  private final Duration timeout;
  private final Deadline deadline;
  private long pause = FIRST_PAUSE;

  public CreatorWait(Path path, Duration timeout) {
    this.path = path;
    this.timeout = timeout;
    this.deadline = Deadline.in(timeout);
  }

  /// Sleeps until the next poll.
  ///
  /// @param what the event waited for, for messages
  /// @throws FillTimeoutException if the deadline has passed
  /// @throws InterruptedIOException if the thread is interrupted; its interrupt status stays set
  public void pause(String what) throws InterruptedIOException {
    if (deadline.hasPassed()) {
      throw new FillTimeoutException(path.toString(), timeout, what);
    }
    try {
      deadline.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException(path + ": interrupted while waiting for " + what);
      interrupted.initCause(e);
      throw interrupted;
    }
    pause = Math.min(2 * pause, LAST_PAUSE);
  }
}
