package io.ndmap.op;

import java.io.Serial;

/// A store to a read-only view.
public final class ReadOnlyViewException extends UnsupportedOperationException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param backing of the memory, with its name and its advice
  public ReadOnlyViewException(Backing backing) {
    this(backing.name(), "the view is read-only" + backing.writingAdvice());
  }

  /// Creates the exception.
  ///
  /// @param name what the memory is called
  /// @param reason why it cannot be written, and what can be done
  public ReadOnlyViewException(String name, String reason) {
    super(name + ": " + reason);
  }
}
