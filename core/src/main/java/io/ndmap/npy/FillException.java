package io.ndmap.npy;

import java.io.Serial;

/// A fill that cannot proceed; the message names the file and the reason.
public class FillException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param message the file, and what is wrong
  public FillException(String message) {
    super(message);
  }

  /// Makes the exception.
  ///
  /// @param file the file
  /// @param message what is wrong with it
  public FillException(String file, String message) {
    super(file + ": " + message);
  }

  /// Makes the exception.
  ///
  /// @param file the file
  /// @param message what is wrong with it
  /// @param cause the cause
  public FillException(String file, String message, Throwable cause) {
    super(file + ": " + message, cause);
  }
}
