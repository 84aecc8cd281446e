package io.ndmap.npy;

import java.io.Serial;

/// Thrown if another appender has locked the file, or a repair of the file or an extension of its
/// header has, in this process or another.
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
