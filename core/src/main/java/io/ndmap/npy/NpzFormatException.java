package io.ndmap.npy;

import java.io.Serial;

/// Thrown for bytes that are not a `.npz` archive, or for a member of an archive that cannot be
/// read.
///
/// The message begins with the archive's path, or for a member with `path::member`. Byte offsets
/// are counted from the beginning of the archive.
public final class NpzFormatException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source the archive or the member
  /// @param byteOffset the offset of the error in the archive
  /// @param message what was expected and what was found
  public NpzFormatException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }

  /// Creates the exception.
  ///
  /// @param source the archive or the member
  /// @param byteOffset the offset of the error in the archive
  /// @param message what was expected and what was found
  /// @param cause the cause
  public NpzFormatException(String source, long byteOffset, String message, Throwable cause) {
    super(source, byteOffset, message, cause);
  }
}
