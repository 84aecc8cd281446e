package io.ndmap.spark.column;

import java.io.Serial;

/// Thrown if the data source `npy` cannot do what it is asked for: options contradict each other or
/// the files, arrays cannot be rows of one table, or rows cannot be an array. Most messages name
/// the file or the option, what was expected and what was found.
public final class NpySourceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message what was expected and what was found, with the file or the option
  public NpySourceException(String message) {
    super(message);
  }

  /// Creates the exception.
  ///
  /// @param message what was expected and what was found, with the file or the option
  /// @param cause the cause
  public NpySourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
