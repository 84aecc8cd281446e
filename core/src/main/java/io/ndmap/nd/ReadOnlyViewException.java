package io.ndmap.nd;

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

  private ReadOnlyViewException(String name, String reason) {
    super(name + ": " + reason);
  }

  static ReadOnlyViewException overlapping(String name, Strided layout) {
    return new ReadOnlyViewException(
        name,
        "the view is read-only, because its items share memory with one another ("
            + layout
            + "); write to the array that it was made of, or to a copy");
  }
}
