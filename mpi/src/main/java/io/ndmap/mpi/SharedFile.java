package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A file that all ranks write; each writes the elements of its own boxes.
interface SharedFile extends AutoCloseable {

  /// Writes the elements of a box.
  ///
  /// @param box the box, which may be empty
  /// @param items the elements: contiguous in the order of the file and in native memory that is
  ///   not mapped from a file, or any view if [#acceptsAnyView]
  void write(Box box, NdView<?> items) throws IOException;

  /// Returns whether [#write] accepts views of any layout in any memory.
  boolean acceptsAnyView();

  /// Returns whether [#write] is a collective call: all ranks make the same calls in the same
  /// order.
  boolean isCollective();

  /// Waits after a collective access until all ranks have finished it; ends the job if they do not
  /// within a time limit. Does nothing unless [#isCollective].
  ///
  /// @param failure the failure of this rank, or null
  void awaitOthers(@Nullable Throwable failure);

  /// Forces the written elements to the disk.
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
