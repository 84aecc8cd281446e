package io.ndmap.npy;

import java.io.Serial;

/// Thrown if the fill was aborted: its files have been removed, or are being removed.
public final class FillAbortedException extends FillException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param message names the file
  public FillAbortedException(String message) {
    super(message);
  }
}
