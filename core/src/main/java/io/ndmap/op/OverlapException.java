package io.ndmap.op;

import java.io.Serial;

/// An operation would overwrite items before it reads them, whatever its order, and to copy them
/// first would take more memory than an operation takes of its own. Nothing was written.
public final class OverlapException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param message which arrays, and what can be done
  public OverlapException(String message) {
    super(message);
  }
}
