package io.ndmap.npy;

import java.io.Serial;

/// A pickle that is damaged, or that asks for what is not allowed: a class or function beyond the
/// few that arrays of plain values need. Nothing of it was executed.
public final class PickleException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source where the bytes come from
  /// @param byteOffset the instruction that is wrong, counted from the beginning of the array's
  ///   header
  /// @param message what was expected and what was found
  public PickleException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }
}
