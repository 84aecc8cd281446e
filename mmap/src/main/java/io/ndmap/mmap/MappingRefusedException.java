package io.ndmap.mmap;

import java.io.IOException;
import java.io.Serial;

/// Thrown if a part of a file cannot be mapped; the message suggests a remedy.
final class MappingRefusedException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean byFileSystem;

  /// @param byFileSystem true if the file system does not support mapping; false if the process has
  ///   reached a limit of its address space, its memory or its number of mappings
  MappingRefusedException(String message, boolean byFileSystem, Exception cause) {
    super(message, cause);
    this.byFileSystem = byFileSystem;
  }

  boolean isByFileSystem() {
    return byFileSystem;
  }
}
