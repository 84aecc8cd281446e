package io.ndmap.op;

import java.io.Serial;

/// Thrown if no attempt of a reader found a consistent version: the writer died or was stopped in
/// the middle of an update, or publishes faster than the region can be copied.
///
/// The message names the values of the sequence word and the likely case: a word that did not
/// change means that the writer does not go on. The contents of the reader's target are undefined.
public final class PublicationTimeoutException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// The last value of the sequence word that the reader read.
  private final long sequence;

  /// Creates the exception.
  ///
  /// @param message why there was no consistent version
  /// @param sequence the last value of the sequence word that the reader read
  public PublicationTimeoutException(String message, long sequence) {
    super(message);
    this.sequence = sequence;
  }

  /// The last value of the sequence word that the reader read.
  ///
  /// @return the value, which is odd if an update had begun and not ended
  public long sequence() {
    return sequence;
  }
}
