package io.ndmap.npy;

import java.io.Serial;

/// Thrown if the padding of a header is too short for the new shape;
/// `NpyGrowth.extendPadding(path)` extends the padding.
public final class HeaderPaddingException extends GrowException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param file the file
  /// @param message the new shape, the length of the header and the length that it would need
  public HeaderPaddingException(String file, String message) {
    super(file, message);
  }
}
