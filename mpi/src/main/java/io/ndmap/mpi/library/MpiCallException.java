package io.ndmap.mpi.library;

import java.io.Serial;

/// A call of the MPI library that returned an error.
public final class MpiCallException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /// @param text the library's text, of one or several lines
  MpiCallException(String call, String text) {
    super(call + ": " + text.strip().replaceAll("\\s*\\R\\s*", " "));
  }
}
