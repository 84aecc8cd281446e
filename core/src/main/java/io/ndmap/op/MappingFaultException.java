package io.ndmap.op;

import java.io.Serial;

/// Mapped memory could not be read or written: its file became shorter than the mapping, its disk
/// is full, or reading from the disk failed.
///
/// The operation that throws it may have been done in part. Elements read one by one (`get`, `set`)
/// do not throw this but the JVM's own `InternalError`, and compiled code may raise that some
/// accesses late.
public final class MappingFaultException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param name what the memory is called, usually the file's path
  /// @param cause the JVM's error
  public MappingFaultException(String name, Throwable cause) {
    super(
        name
            + ": the mapped memory cannot be accessed; the file was truncated by another process,"
            + " its disk is full, or reading it failed",
        cause);
  }
}
