package io.ndmap.mpi;

import io.ndmap.layout.Box;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A file that all ranks write, each its own items.
interface SharedFile extends AutoCloseable {

  /// Writes the items of a box, in the order of the file.
  ///
  /// @param box may be empty
  void write(Box box, MemorySegment bytes) throws IOException;

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
