package io.ndmap.nd;

import java.io.Serial;

/// A write to a view whose memory may only be read.
public final class ReadOnlyViewException extends UnsupportedOperationException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param name what the memory is called, usually the file's path
  public ReadOnlyViewException(String name) {
    super(
        name + ": the view is read-only; open the file READ_WRITE or COPY_ON_WRITE to write to it");
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
