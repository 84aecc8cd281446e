package io.ndmap.mpi;

import java.io.Serial;

/// MPI cannot be used here, an MPI call failed, or another rank failed with an exception that could
/// not be sent to this rank. Files that cannot be read or written raise [java.io.IOException]
/// instead.
public final class MpiException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message the failure, and its remedy if one is known
  public MpiException(String message) {
    super(message);
  }

  /// Creates the exception.
  ///
  /// @param message the failure, and its remedy if one is known
  /// @param cause the cause
  public MpiException(String message, Throwable cause) {
    super(message, cause);
  }
}
