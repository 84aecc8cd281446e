package io.ndmap.fill.model;

import java.io.Serial;

/// An array that is already being filled in another way than the one that is wanted: processes that
/// share the work disagree about what the work is.
public final class FillMismatchException extends FillException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param file the array
  /// @param what they disagree about, such as its dtype
  /// @param wanted what this process wants it to be
  /// @param found what it is
  public FillMismatchException(String file, String what, String wanted, String found) {
    super(file, "its " + what + " is " + found + ", wanted is " + wanted);
  }
}
