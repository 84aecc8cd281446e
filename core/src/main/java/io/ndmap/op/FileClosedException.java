package io.ndmap.op;

import io.ndmap.event.FlightRecording;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// Thrown if the memory of a view cannot be used any more: the file, the archive or the arena of
/// its mapping was closed, or the claim of a chunk of a fill has ended. Also thrown by the methods
/// of a closed file, archive or appender.
///
/// Every access through a view of a closed file throws this exception: single elements, bulk
/// operations, streams and iterators. A bulk operation also throws it if another thread closes the
/// file meanwhile; it may then be partly done.
public final class FileClosedException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param name name of the memory, usually the file's path
  /// @param ending why the memory cannot be used any more, such as `the file is closed`
  /// @param cause the JVM's error, or `null` if there was none
  public FileClosedException(String name, String ending, @Nullable Throwable cause) {
    super(name + ": " + ending, cause);
    FlightRecording.lateAccess(name, ending);
  }
}
