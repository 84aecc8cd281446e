package io.ndmap.op;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// The memory of a view cannot be used any more: its file was closed, or the claim that it was for
/// has ended.
///
/// Every access through a view of a closed file throws this, single items as well as bulk
/// operations, streams and iterators, and so do the methods of the file; also if the file is closed
/// by another thread in the middle of it. A bulk operation that throws it may have been done in
/// part.
public final class FileClosedException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param name what the memory is called, usually the file's path
  /// @param ending why it is not used any more, such as `the file is closed`
  /// @param cause the JVM's error, if it found out first
  public FileClosedException(String name, String ending, @Nullable Throwable cause) {
    super(name + ": " + ending, cause);
  }
}
