package io.ndmap.npy;

import java.io.Serial;

/// Thrown if a file cannot grow, or cannot grow now; the message names the file and the reason.
public class GrowException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param message what is wrong with the file
  public GrowException(String file, String message) {
    super(file + ": " + message);
  }

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param message what is wrong with the file
  /// @param cause the cause
  public GrowException(String file, String message, Throwable cause) {
    super(file + ": " + message, cause);
  }
}
