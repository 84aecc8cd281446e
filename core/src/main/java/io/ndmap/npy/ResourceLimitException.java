package io.ndmap.npy;

import java.io.Serial;

/// Thrown for an array that exceeds a limit of its reader.
public final class ResourceLimitException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source the name of the bytes
  /// @param byteOffset the offset of the field that declares the size
  /// @param message what is too large, the limit, and how to raise the limit
  public ResourceLimitException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }
}
