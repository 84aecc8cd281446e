package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// A collective access that fails on rank 0, and out of which the other ranks do not come.
final class Deserted {

  private Deserted() {}

  /// @param args a file that does not exist yet
  public static void main(String[] args) throws IOException {
    Path path = Path.of(args[0]);
    try (Communicator comm = Communicator.world()) {
      ParallelNpy.write(comm, path, NdView.zeros(DType.UINT8, 2, 2), 1);
      MpiFile file =
          MpiFile.openToRead(
              comm, path, FileIdentity.of(path), ParallelNpy.header(comm, path), Access.COLLECTIVE);
      if (comm.rank() == 0) {
        file.awaitOthers(new IOException("on purpose"));
      }
      // The others are in the access, where rank 0 never comes.
      Box column = Box.of(new long[] {0, 0}, new long[] {2, 1});
      file.read(column, Arena.ofAuto().allocate(2));
      System.out.println("came through");
    }
  }
}
