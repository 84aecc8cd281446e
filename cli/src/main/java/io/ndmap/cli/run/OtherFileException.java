package io.ndmap.cli.run;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/// A failure of another file than the command's first one.
public final class OtherFileException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final Exception reason;

  public OtherFileException(Path file, Exception reason) {
    super(reason);
    this.file = file;
    this.reason = reason;
  }

  public Path file() {
    return Objects.requireNonNull(file);
  }

  public Exception reason() {
    return reason;
  }
}
