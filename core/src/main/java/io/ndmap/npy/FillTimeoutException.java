package io.ndmap.npy;

import java.io.Serial;
import java.time.Duration;

/// A wait ended before its condition was met. Nothing has changed.
public final class FillTimeoutException extends FillException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param message the file, the condition and how long it was waited for
  public FillTimeoutException(String message) {
    super(message);
  }

  /// Makes the exception.
  ///
  /// @param file the file
  /// @param waited how long
  /// @param what the condition
  public FillTimeoutException(String file, Duration waited, String what) {
    super(file, "waited " + waited.toMillis() + " ms for " + what);
  }
}
