package io.ndmap.mpi;

import java.io.Serial;

/// MPI cannot be used here, or a call of it failed; or another rank failed in a way that has no
/// type of its own on this one. Files that cannot be read or written are an [java.io.IOException].
public final class MpiException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message what failed, and what to do about it where that is known
  public MpiException(String message) {
    super(message);
  }

  /// Creates the exception.
  ///
  /// @param message what failed, and what to do about it where that is known
  /// @param cause why
  public MpiException(String message, Throwable cause) {
    super(message, cause);
  }
}
