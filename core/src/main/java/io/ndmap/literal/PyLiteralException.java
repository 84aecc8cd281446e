package io.ndmap.literal;

import java.io.Serial;

/// Thrown if a text is not a Python literal, or not the expected one.
public final class PyLiteralException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String reason;
  private final int offset;

  /// Makes the exception.
  ///
  /// @param message what was expected and what was found, without the offset
  /// @param offset the offset, in chars from the beginning of the text
  public PyLiteralException(String message, int offset) {
    super(message);
    this.reason = message;
    this.offset = offset;
  }

  /// Makes the exception.
  ///
  /// @param message what was expected and what was found, without the offset
  /// @param offset the offset, in chars from the beginning of the text
  /// @param cause the cause
  public PyLiteralException(String message, int offset, Throwable cause) {
    super(message, cause);
    this.reason = message;
    this.offset = offset;
  }

  /// The message.
  ///
  /// @return what was expected and what was found, without the offset
  public String reason() {
    return reason;
  }

  /// The offset of the error.
  ///
  /// @return chars from the beginning of the text
  public int offset() {
    return offset;
  }
}
