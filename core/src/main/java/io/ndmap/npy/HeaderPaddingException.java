package io.ndmap.npy;

import java.io.Serial;

/// A header whose padding is too short for the new length; `NpyGrowth.extendPadding(path)` extends
/// it.
public final class HeaderPaddingException extends GrowException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param message the lengths of the header and of the text that does not fit
  public HeaderPaddingException(String file, String message) {
    super(file, message);
  }
}
