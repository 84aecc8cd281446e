package io.ndmap.posix;

import java.io.IOException;
import java.io.Serial;

/// Memory that a system call was given could not be accessed (`EFAULT`): it is mapped from a file
/// that another process has truncated.
public final class BadAddressException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  BadAddressException(String message) {
    super(message);
  }
}
