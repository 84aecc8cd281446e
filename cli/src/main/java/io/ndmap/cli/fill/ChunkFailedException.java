package io.ndmap.cli.fill;

import java.io.Serial;

/// A chunk could not be computed; the message says why, on one line.
final class ChunkFailedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean byInterrupt;

  ChunkFailedException(String message) {
    this(message, false);
  }

  /// @param byInterrupt whether this looks as if Ctrl-C had been pressed
  ChunkFailedException(String message, boolean byInterrupt) {
    super(message);
    this.byInterrupt = byInterrupt;
  }

  /// Whether it may be no failure of the chunk: Ctrl-C reaches all processes of a terminal.
  boolean byInterrupt() {
    return byInterrupt;
  }
}
