package io.ndmap.op;

import io.ndmap.event.FlightRecording;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// Thrown if the memory of a view cannot be used any more: its file was closed, or its claim has
/// ended.
///
/// Every access through a view of a closed file throws this: single elements, bulk operations,
/// streams, iterators, and the methods of the file; also if another thread closes the file
/// meanwhile. A bulk operation may have been done in part.
public final class FileClosedException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param name name of the memory, usually the file's path
  /// @param ending why it cannot be used any more, such as `the file is closed`
  /// @param cause the JVM's error, if there was one
  public FileClosedException(String name, String ending, @Nullable Throwable cause) {
    super(name + ": " + ending, cause);
    FlightRecording.lateAccess(name, ending);
  }
}
