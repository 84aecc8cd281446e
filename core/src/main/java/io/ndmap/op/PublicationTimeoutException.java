package io.ndmap.op;

import java.io.Serial;

/// Thrown if no attempt of a reader found a consistent version: the writer died or was stopped in
/// the middle of an update, or publishes faster than the region can be copied.
///
/// The message says which. The content of the reader's memory is then undefined.
public final class PublicationTimeoutException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// The last value of the sequence word.
  private final long sequence;

  /// Creates the exception.
  ///
  /// @param message why there was no consistent version
  /// @param sequence the last value of the sequence word
  public PublicationTimeoutException(String message, long sequence) {
    super(message);
    this.sequence = sequence;
  }

  /// The last value of the sequence word.
  ///
  /// @return odd if an update had begun and not ended
  public long sequence() {
    return sequence;
  }
}
