package io.ndmap.cli.output;

import java.io.IOException;
import java.io.Serial;
import java.util.Locale;

/// What the command says does not reach whoever asked for it.
public final class OutputException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  public OutputException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /// Whether the reader has gone away, which is no mistake: `ndmap get x.npy | head`.
  public boolean isClosedPipe() {
    return String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
  }
}
