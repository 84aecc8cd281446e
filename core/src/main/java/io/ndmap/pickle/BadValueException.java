package io.ndmap.pickle;

import io.ndmap.npy.PickleException;
import java.io.Serial;

/// Invalid arguments or an invalid state of a value; the reader adds the offset and throws
/// [PickleException].
final class BadValueException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  BadValueException(String message) {
    super(message);
  }
}
