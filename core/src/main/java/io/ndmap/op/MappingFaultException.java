package io.ndmap.op;

import io.ndmap.event.FlightRecording;
import java.io.Serial;

/// Thrown if mapped memory cannot be read or written: its file became shorter than the mapping, its
/// disk is full, or reading from the disk failed.
///
/// A bulk operation may be partly done. Accesses to single elements (`get`, `set`) throw the JVM's
/// `InternalError` instead; in compiled code, the error may come some accesses later.
public final class MappingFaultException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param name name of the memory, usually the file's path
  /// @param cause the JVM's error
  public MappingFaultException(String name, Throwable cause) {
    super(
        name
            + ": the mapped memory cannot be accessed; the file was truncated by another process,"
            + " its disk is full, or reading it failed",
        cause);
    FlightRecording.fault(name, cause);
  }
}
