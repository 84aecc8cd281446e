package io.ndmap.cli.value;

import java.io.Serial;

/// Thrown if a dtype cannot hold a value.
final class ValueException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  ValueException(String message) {
    super(message);
  }

  ValueException(String message, Throwable cause) {
    super(message, cause);
  }
}
