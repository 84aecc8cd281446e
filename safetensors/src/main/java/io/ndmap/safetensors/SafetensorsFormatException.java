package io.ndmap.safetensors;

import io.ndmap.npy.NpyFormatException;
import java.io.Serial;

/// Bytes that are not a `.safetensors` file, or a tensor of one that cannot be read.
///
/// The message begins with the file's path, or for a tensor with `path::name`.
public final class SafetensorsFormatException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source the file or the tensor
  /// @param byteOffset the byte of the file that is wrong, or where the part begins that is
  /// @param message what was expected and what was found
  public SafetensorsFormatException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }

  /// Creates the exception.
  ///
  /// @param source the file or the tensor
  /// @param byteOffset the byte of the file that is wrong, or where the part begins that is
  /// @param message what was expected and what was found
  /// @param cause the cause
  public SafetensorsFormatException(
      String source, long byteOffset, String message, Throwable cause) {
    super(source, byteOffset, message, cause);
  }
}
