package io.ndmap.mpi;

import java.io.Serial;

/// The parts of the ranks do not form one array: their dtypes, shapes, orders, boxes or options are
/// inconsistent, or do not match the file of the write to resume. All ranks throw it, before an
/// element is written.
public final class WriteMismatchException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param path the array's file
  /// @param message the mismatch
  public WriteMismatchException(String path, String message) {
    super(path + ": " + message);
  }
}
