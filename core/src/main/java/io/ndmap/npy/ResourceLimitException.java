package io.ndmap.npy;

import java.io.Serial;

/// An array that exceeds a limit of its reader.
public final class ResourceLimitException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source where the bytes come from
  /// @param byteOffset where the cost is declared
  /// @param message what is too large, the limit, and how it is raised
  public ResourceLimitException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }
}
