package io.ndmap.npy;

import java.io.Serial;

/// A file that cannot grow, or not now; the message names the file and the reason.
public class GrowException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param message what is wrong with it
  public GrowException(String file, String message) {
    super(file + ": " + message);
  }

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param message what is wrong with it
  /// @param cause the cause
  public GrowException(String file, String message, Throwable cause) {
    super(file + ": " + message, cause);
  }
}
