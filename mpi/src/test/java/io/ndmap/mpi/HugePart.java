package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// Writes and reads parts of more than 2³¹ items, along an axis of as many.
final class HugePart {

  private static final long LENGTH = 2_362_232_013L;

  private HugePart() {}

  /// @param args the file, and how many rows the array has
  public static void main(String[] args) throws IOException {
    Path path = Path.of(args[0]);
    long rows = Long.parseLong(args[1]);
    try (Communicator comm = Communicator.world()) {
      Shape shape = Shape.of(rows, LENGTH);
      Shape own = Partition.alongAxis(shape, 1, comm.size()).box(comm.rank()).shape();
      ByteView part = NdView.zeros(DType.UINT8, own, Order.C).as(ByteView.class);
      // All are zeros but the first and the last of each rank.
      part.set(0, 0, (byte) (1 + comm.rank()));
      part.set(rows - 1, own.size(1) - 1, (byte) (101 + comm.rank()));
      ParallelNpy.write(comm, path, part, 1);
      try (Arena arena = Arena.ofShared()) {
        ByteView read = ParallelNpy.read(comm, path, 1, arena).view(ByteView.class);
        boolean same =
            read.get(0, 0) == part.get(0, 0)
                && read.get(rows - 1, own.size(1) - 1) == part.get(rows - 1, own.size(1) - 1)
                && read.sumLong() == part.sumLong();
        if (!same) {
          throw new AssertionError("rank " + comm.rank() + " read other items: " + read);
        }
      }
      comm.barrier();
      if (comm.rank() == 0) {
        System.out.println("the same");
      }
    }
  }
}
