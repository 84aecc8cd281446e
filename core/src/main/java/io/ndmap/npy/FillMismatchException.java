package io.ndmap.npy;

import java.io.Serial;

/// Thrown if an array is already being filled with a different specification.
public final class FillMismatchException extends FillException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param file the array
  /// @param what the property that differs, such as the dtype
  /// @param requested the value that this process requests
  /// @param found the value of the existing fill
  public FillMismatchException(String file, String what, String requested, String found) {
    super(file, "its " + what + " is " + found + ", expected " + requested);
  }
}
