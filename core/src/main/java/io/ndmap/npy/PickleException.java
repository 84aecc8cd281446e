package io.ndmap.npy;

import java.io.Serial;

/// A pickle that is damaged or not allowed, because it names a class or function beyond the few
/// needed for arrays of plain values. Nothing of it was executed.
public final class PickleException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source the name of the bytes
  /// @param byteOffset the offset of the faulty instruction, from the beginning of the array's
  ///   header
  /// @param message what was expected and what was found
  public PickleException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }
}
