package io.ndmap.cli;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/// The file that was to be made of another one could not be made.
final class TargetException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Path target;
  private final IOException reason;

  TargetException(Path target, IOException reason) {
    super(reason);
    this.target = target;
    this.reason = reason;
  }

  Path target() {
    return Objects.requireNonNull(target);
  }

  IOException reason() {
    return reason;
  }
}
