package io.ndmap.op;

import java.io.Serial;

/// An operation would overwrite items before it reads them: in any order, and a copy of them would
/// exceed the limit of its memory; or because an allocator of the caller gave memory in which they
/// lie, see [Execution#allocating]. Nothing was written.
public final class OverlapException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param message which arrays, and what can be done
  public OverlapException(String message) {
    super(message);
  }
}
