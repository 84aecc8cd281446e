package io.ndmap.npy;

import java.io.Serial;

/// Thrown for bytes that are not a `.npy` array, or a `.npy` array that cannot be read.
///
/// The message names the source and the byte of the error, and states what is wrong there.
/// Subclasses stand for failures that callers may handle differently.
public class NpyFormatException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// The name of the file or stream.
  private final String source;

  /// The offset of the error, see [#byteOffset()].
  private final long byteOffset;

  /// Creates the exception.
  ///
  /// @param source the name of the bytes, such as the path of the file
  /// @param byteOffset the offset of the error, from the beginning of the array's header
  /// @param message what was expected and what was found
  public NpyFormatException(String source, long byteOffset, String message) {
    super(text(source, byteOffset, message));
    this.source = source;
    this.byteOffset = byteOffset;
  }

  /// Creates the exception.
  ///
  /// @param source the name of the bytes, such as the path of the file
  /// @param byteOffset the offset of the error, from the beginning of the array's header
  /// @param message what was expected and what was found
  /// @param cause the cause
  public NpyFormatException(String source, long byteOffset, String message, Throwable cause) {
    super(text(source, byteOffset, message), cause);
    this.source = source;
    this.byteOffset = byteOffset;
  }

  private static String text(String source, long byteOffset, String message) {
    return source + ": byte " + byteOffset + ": " + message;
  }

  /// The name of the file or stream.
  ///
  /// @return the name that was passed to the reader
  public String source() {
    return source;
  }

  /// The offset of the error.
  ///
  /// @return bytes from the beginning of the array's header, which is the beginning of the file
  ///   unless several arrays share one; for errors of an archive or of another container, bytes
  ///   from the beginning of that file
  public long byteOffset() {
    return byteOffset;
  }
}
