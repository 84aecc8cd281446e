package io.ndmap.npy;

import java.io.Serial;

/// Thrown for an array or a file that exceeds a limit of its reader or of its format.
public final class ResourceLimitException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source the name of the bytes
  /// @param byteOffset the offset of the field, or of the pickle's instruction, that exceeds the
  ///   limit
  /// @param message what is too large, the limit, and how to raise the limit if that is possible
  public ResourceLimitException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }
}
