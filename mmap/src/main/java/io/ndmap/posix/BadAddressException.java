package io.ndmap.posix;

import java.io.IOException;
import java.io.Serial;

/// Thrown if a system call could not access the memory that it was given (`EFAULT`): the memory is
/// mapped from a file that was truncated.
public final class BadAddressException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  BadAddressException(String message) {
    super(message);
  }
}
