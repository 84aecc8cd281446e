package io.ndmap.fill;

import java.io.Serial;
import java.time.Duration;

/// Another process did not do in time what was waited for. Nothing has changed: to wait on is to
/// make the same call again.
public final class FillTimeoutException extends FillException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param file the array
  /// @param waited how long
  /// @param what what for, and where it stands
  public FillTimeoutException(String file, Duration waited, String what) {
    super(file, "waited " + waited.toMillis() + " ms for " + what);
  }
}
