package io.ndmap.npy;

import java.io.Serial;
import java.time.Duration;

/// Thrown if a wait timed out before its condition was met. The timeout itself does not change the
/// fill; an eviction has already tried to kill the process that it waits for.
public final class FillTimeoutException extends FillException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param message names the file and the condition, and states how long the caller waited
  public FillTimeoutException(String message) {
    super(message);
  }

  /// Makes the exception.
  ///
  /// @param file the file
  /// @param waited how long the caller waited
  /// @param what the condition that was not met
  public FillTimeoutException(String file, Duration waited, String what) {
    super(file, "waited " + waited.toMillis() + " ms for " + what);
  }
}
