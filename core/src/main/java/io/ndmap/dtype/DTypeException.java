package io.ndmap.dtype;

import java.io.Serial;

/// A dtype that does not exist, cannot be written, or is not the requested one.
///
/// The message states what is wrong, mostly with the text of the dtype or of the faulty part.
public final class DTypeException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message what was found and what was expected
  public DTypeException(String message) {
    super(message);
  }

  /// Creates the exception.
  ///
  /// @param message what was found and what was expected
  /// @param cause the cause
  public DTypeException(String message, Throwable cause) {
    super(message, cause);
  }
}
