package io.ndmap.npy;

import java.io.Serial;

/// Thrown if another appender, in this process or another, has locked the file.
public final class AppenderActiveException extends GrowException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param message states that another appender has locked the file, and how long the caller
  ///   waited
  public AppenderActiveException(String file, String message) {
    super(file, message);
  }
}
