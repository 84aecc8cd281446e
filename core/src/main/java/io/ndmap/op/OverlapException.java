package io.ndmap.op;

import java.io.Serial;

/// Thrown if an operation would overwrite elements before it reads them in any order, and a copy of
/// them would exceed the memory limit; or if a user's allocator returned memory that an operand
/// occupies, see [Execution#allocating]. Nothing was written.
public final class OverlapException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message the arrays, and a remedy
  public OverlapException(String message) {
    super(message);
  }
}
