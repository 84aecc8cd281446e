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

  /// Whether the reader has closed the pipe, as in `ndmap get x.npy | head`. This is not an error.
  public boolean isClosedPipe() {
    return String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
  }
}
