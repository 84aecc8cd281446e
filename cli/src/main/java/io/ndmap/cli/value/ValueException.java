package io.ndmap.cli.value;

import java.io.Serial;

/// A value does not fit items of a dtype.
final class ValueException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  ValueException(String message) {
    super(message);
  }

  ValueException(String message, Throwable cause) {
    super(message, cause);
  }
}
