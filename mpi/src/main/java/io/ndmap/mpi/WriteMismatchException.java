package io.ndmap.mpi;

import java.io.Serial;

/// The ranks do not write one array: their dtypes, shapes, orders or boxes do not fit together, or
/// not to the file of a write that is to be resumed. All ranks throw it, and nothing was written.
public final class WriteMismatchException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param path the array's file
  /// @param message what does not fit
  public WriteMismatchException(String path, String message) {
    super(path + ": " + message);
  }
}
