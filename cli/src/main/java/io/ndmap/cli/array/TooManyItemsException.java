package io.ndmap.cli.array;

import java.io.Serial;

/// More items are to be printed than was allowed.
final class TooManyItemsException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  TooManyItemsException(String message) {
    super(message);
  }
}
