package io.ndmap.cli.output;

import java.io.IOException;
import java.io.Serial;
import java.util.Locale;

/// Thrown if the output could not be written.
public final class OutputException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  public OutputException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /// Whether the reader has closed the pipe, which is not an error: `ndmap get x.npy | head`.
  public boolean isClosedPipe() {
    return String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
  }
}
