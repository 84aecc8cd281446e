package io.ndmap.npy;

import java.io.Serial;

/// Thrown for an array that needs an optional dependency, a library that is not present.
public final class MissingLibraryException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source the name of the bytes
  /// @param byteOffset the offset of the bytes that need the library
  /// @param message what needs the library, its coordinates, and how to add it
  public MissingLibraryException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }
}
