package io.ndmap.mmap;

import java.io.IOException;
import java.io.Serial;

/// The system does not map a part of a file: the message says what to check.
final class MappingRefusedException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean byFileSystem;

  /// @param byFileSystem whether the file system maps no files; else memory is wanting
  MappingRefusedException(String message, boolean byFileSystem, Exception cause) {
    super(message, cause);
    this.byFileSystem = byFileSystem;
  }

  boolean isByFileSystem() {
    return byFileSystem;
  }
}
