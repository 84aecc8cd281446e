package io.ndmap.op;

import java.io.Serial;

/// A write to a view whose memory may only be read.
public final class ReadOnlyViewException extends UnsupportedOperationException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param backing of the memory, which names it and may know how it could be written
  public ReadOnlyViewException(Backing backing) {
    this(backing.name(), "the view is read-only" + backing.writingAdvice());
  }

  /// Makes the exception.
  ///
  /// @param name what the memory is called
  /// @param reason why it cannot be written, and what can be done
  public ReadOnlyViewException(String name, String reason) {
    super(name + ": " + reason);
  }
}
