package io.ndmap.spark.column;

import java.io.Serial;

/// The data source `npy` cannot do what it is asked for: options that contradict each other or the
/// files, arrays that are no rows of one table, rows that are no array. The message names the file
/// or the option, what was expected and what was found.
public final class NpySourceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message what was expected and what was found, and where
  public NpySourceException(String message) {
    super(message);
  }

  /// Creates the exception.
  ///
  /// @param message what was expected and what was found, and where
  /// @param cause the cause
  public NpySourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
