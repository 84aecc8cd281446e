package io.ndmap.safetensors;

import io.ndmap.npy.NpyFormatException;
import java.io.Serial;

/// Thrown if a file is not a valid `.safetensors` file, or a tensor cannot be read.
///
/// The message begins with the path of the file, or with `path::name` for a tensor.
public final class SafetensorsFormatException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source the file or the tensor
  /// @param byteOffset the offset of the fault in the file, or of the part that contains it
  /// @param message what was expected and what was found
  public SafetensorsFormatException(String source, long byteOffset, String message) {
    super(source, byteOffset, message);
  }

  /// Creates the exception.
  ///
  /// @param source the file or the tensor
  /// @param byteOffset the offset of the fault in the file, or of the part that contains it
  /// @param message what was expected and what was found
  /// @param cause the cause
  public SafetensorsFormatException(
      String source, long byteOffset, String message, Throwable cause) {
    super(source, byteOffset, message, cause);
  }
}
