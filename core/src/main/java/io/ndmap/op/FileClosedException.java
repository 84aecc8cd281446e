package io.ndmap.op;

import io.ndmap.event.FlightRecording;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// The memory of a view cannot be used any more: its file was closed, or its claim has ended.
///
/// Every access through a view of a closed file throws this: single items, bulk operations,
/// streams, iterators, and the methods of the file; also if another thread closes the file
/// meanwhile. A bulk operation may have been done in part.
public final class FileClosedException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param name what the memory is called, usually the file's path
  /// @param ending why it is not used any more, such as `the file is closed`
  /// @param cause the JVM's error, if it noticed first
  public FileClosedException(String name, String ending, @Nullable Throwable cause) {
    super(name + ": " + ending, cause);
    FlightRecording.lateAccess(name, ending);
  }
}
