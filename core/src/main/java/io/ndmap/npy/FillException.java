package io.ndmap.npy;

import java.io.Serial;

/// Thrown if a fill cannot proceed; the message names the file and the reason.
public class FillException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param message names the file and states what is wrong
  public FillException(String message) {
    super(message);
  }

  /// Makes the exception.
  ///
  /// @param file the file
  /// @param message what is wrong with the file
  public FillException(String file, String message) {
    super(file + ": " + message);
  }

  /// Makes the exception.
  ///
  /// @param file the file
  /// @param message what is wrong with the file
  /// @param cause the cause
  public FillException(String file, String message, Throwable cause) {
    super(file + ": " + message, cause);
  }
}
