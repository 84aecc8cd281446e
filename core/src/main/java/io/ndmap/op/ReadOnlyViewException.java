package io.ndmap.op;

import java.io.Serial;

/// Thrown for a store to a read-only view.
public final class ReadOnlyViewException extends UnsupportedOperationException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param backing the owner of the memory, for its name and advice
  public ReadOnlyViewException(Backing backing) {
    this(backing.name(), "the view is read-only" + backing.writingAdvice());
  }

  /// Creates the exception.
  ///
  /// @param name name of the memory
  /// @param reason why the memory cannot be written, and a remedy
  public ReadOnlyViewException(String name, String reason) {
    super(name + ": " + reason);
  }
}
