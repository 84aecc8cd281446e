package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A file that all ranks write, each its own elements.
interface SharedFile extends AutoCloseable {

  /// Writes the elements of a box.
  ///
  /// @param box may be empty
  /// @param items dense, in the order of the file, and in native memory of no file; unless it
  ///   [#takesAnyView]
  void write(Box box, NdView<?> items) throws IOException;

  /// Whether [#write] takes views of any layout in any memory.
  boolean takesAnyView();

  /// Whether all ranks call [#write] together, in the same order.
  boolean isCollective();

  /// Follows a collective access.
  ///
  /// @param failure of this rank, if it has failed
  void meet(@Nullable Throwable failure);

  /// Brings what was written to the disk.
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
