package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file that all ranks write, each its own items.
interface SharedFile extends AutoCloseable {

  /// Opens it on all ranks.
  ///
  /// @param path the file, which has its header and its size
  /// @param hints for MPI-IO
  /// @throws IOException on all ranks, if one cannot open it
  static SharedFile openToWrite(
      Communicator comm, Path path, NpyHeader header, Access how, Map<String, String> hints)
      throws IOException {
    return how == Access.MAPPED
        ? MappedFile.open(comm, path)
        : MpiFile.openToWrite(comm, path, header, how, hints);
  }

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
