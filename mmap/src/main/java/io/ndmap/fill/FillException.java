package io.ndmap.fill;

import java.io.Serial;

/// An array that cannot be filled together as things stand. The message names its file and says
/// what was expected and what was found.
public class FillException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param file the array
  /// @param message what was expected and what was found
  public FillException(String file, String message) {
    super(file + ": " + message);
  }

  /// Makes the exception.
  ///
  /// @param file the array
  /// @param message what was expected and what was found
  /// @param cause what brought it to light
  public FillException(String file, String message, Throwable cause) {
    super(file + ": " + message, cause);
  }
}
