package io.ndmap.pickle;

import io.ndmap.npy.PickleException;
import java.io.Serial;

/// Arguments or a state of which no value can be made; the reader adds where, and throws
/// [PickleException].
final class BadValueException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  BadValueException(String message) {
    super(message);
  }
}
