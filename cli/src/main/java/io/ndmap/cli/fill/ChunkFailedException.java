package io.ndmap.cli.fill;

import java.io.Serial;

/// Thrown if a chunk could not be computed; the message is one line.
final class ChunkFailedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean byInterrupt;

  ChunkFailedException(String message) {
    this(message, false);
  }

  /// @param byInterrupt whether the failure looks like the effect of Ctrl-C
  ChunkFailedException(String message, boolean byInterrupt) {
    super(message);
    this.byInterrupt = byInterrupt;
  }

  /// Whether Ctrl-C may be the cause, since it reaches all processes of a terminal.
  boolean byInterrupt() {
    return byInterrupt;
  }
}
