package io.ndmap.npy;

import java.io.Serial;

/// Thrown if an array is already being filled with a different specification, or if the file of the
/// array is not the one that its fill belongs to.
public final class FillMismatchException extends FillException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param file the array, or another file of its fill
  /// @param what the property that differs, such as the dtype
  /// @param requested the value that this process requests or expects
  /// @param found the value that was found
  public FillMismatchException(String file, String what, String requested, String found) {
    super(file, "its " + what + " is " + found + ", expected " + requested);
  }
}
