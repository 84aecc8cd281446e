package io.ndmap.npy;

import java.io.Serial;

/// Another appender has locked the file, in this process or another.
public final class AppenderActiveException extends GrowException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param message how long the appender waited
  public AppenderActiveException(String file, String message) {
    super(file, message);
  }
}
