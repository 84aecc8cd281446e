package io.ndmap.op;

import java.io.Serial;

/// Thrown in three cases: if an operation would overwrite elements before it reads them, in every
/// order in which it can visit them, and a temporary copy of the elements would exceed 64 MiB; if
/// the source and the target of an external sort overlap but are not the same elements; or if a
/// user's allocator returned memory that an operand occupies, see [Execution#allocating]. Nothing
/// was written.
public final class OverlapException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message the arrays, and a remedy
  public OverlapException(String message) {
    super(message);
  }
}
