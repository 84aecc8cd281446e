package io.ndmap.format.csv;

import java.io.Serial;

/// Thrown if CSV cannot represent an array, or CSV text does not represent the expected array.
public final class CsvException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  public CsvException(String message) {
    super(message);
  }

  public CsvException(String message, Throwable cause) {
    super(message, cause);
  }
}
