package io.ndmap.cli.run;

import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/// Thrown if a file other than the first file of the command failed.
public final class OtherFileException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient ArrayName name;
  private final Exception reason;

  public OtherFileException(Path file, Exception reason) {
    this(ArrayName.of(file), reason);
  }

  public OtherFileException(ArrayName name, Exception reason) {
    super(reason);
    this.name = name;
    this.reason = reason;
  }

  /// The file, or the array in it.
  public ArrayName name() {
    return Objects.requireNonNull(name);
  }

  public Exception reason() {
    return reason;
  }
}
