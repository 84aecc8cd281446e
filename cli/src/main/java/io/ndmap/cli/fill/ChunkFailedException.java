package io.ndmap.cli.fill;

import java.io.Serial;

/// Thrown if a chunk could not be computed. The message is a single line.
final class ChunkFailedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean byInterrupt;

  ChunkFailedException(String message) {
    this(message, false);
  }

  /// @param byInterrupt whether Ctrl-C may be the cause of the failure
  ChunkFailedException(String message, boolean byInterrupt) {
    super(message);
    this.byInterrupt = byInterrupt;
  }

  /// Whether Ctrl-C may be the cause, since its signal reaches all processes of a terminal.
  boolean byInterrupt() {
    return byInterrupt;
  }
}
