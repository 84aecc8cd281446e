package io.ndmap.format.csv;

import java.io.Serial;

/// An array that CSV cannot represent, or CSV that is not the array it should be.
public final class CsvException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  public CsvException(String message) {
    super(message);
  }

  public CsvException(String message, Throwable cause) {
    super(message, cause);
  }
}
