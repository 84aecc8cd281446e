package io.ndmap.npy;

import java.io.Serial;

/// Thrown for a pickle that is damaged, or that is rejected because it names a class or function
/// other than the few that arrays of plain values need, or because it describes a value that is not
/// supported, such as a list that contains itself. No code that the pickle names was executed.
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
