package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Reduction;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// Writes parts of more than 2³¹ elements, along an axis of as many, and reads them along the
/// other.
final class HugePart {

  private static final long LENGTH = 2_362_232_013L;

  /// Elements of one value; no block of a rank ends where they do.
  private static final long SAME = 10_000_019;

  private HugePart() {}

  /// @param args the file, how many rows the array has, and how it is accessed
  public static void main(String[] args) throws IOException {
    Path path = Path.of(args[0]);
    Shape shape = Shape.of(Long.parseLong(args[1]), LENGTH);
    Access access = Access.valueOf(args[2]);
    try (Communicator comm = Communicator.world();
        Arena arena = Arena.ofShared()) {
      Box box = Partition.alongAxis(shape, 1, comm.size()).box(comm.rank());
      ByteView part = NdView.zeros(DType.UINT8, box.shape(), Order.C).as(ByteView.class);
      forEachPiece(part, box, (piece, value) -> piece.fill(value));
      ParallelNpy.write(comm, path, part, 1, ParallelWriteOptions.DEFAULT.withAccess(access));
      Reading reading = Reading.of(comm, path);
      AccessPlan rows = AccessPlan.alongAxis(reading.header(), 0, comm.size());
      NpyPart read =
          access == Access.MAPPED
              ? ParallelNpy.read(comm, path, 0, arena)
              : reading.run(rows, arena, access, Transfer.BLOCK);
      forEachPiece(
          read.view(ByteView.class),
          read.box(),
          (piece, value) -> {
            if (piece.reduce(Reduction.MIN).getLong() != value
                || piece.reduce(Reduction.MAX).getLong() != value) {
              throw new AssertionError("rank " + comm.rank() + " read other elements: " + piece);
            }
          });
      comm.barrier();
      if (comm.rank() == 0) {
        System.out.println("the same");
      }
    }
  }

  private interface Action {
    void accept(ByteView piece, long value);
  }

  /// The elements of one value, which follows from their place in the array.
  private static void forEachPiece(ByteView part, Box box, Action action) {
    for (long row = 0; row < box.shape().size(0); row++) {
      ByteView items = part.index(0, row).as(ByteView.class);
      for (long at = box.start(1); at < box.end(1); ) {
        long end = Math.min(box.end(1), (at / SAME + 1) * SAME);
        ByteView piece = items.slice(0, at - box.start(1), end - box.start(1)).as(ByteView.class);
        action.accept(piece, 1 + (at / SAME + 5 * (box.start(0) + row)) % 101);
        at = end;
      }
    }
  }
}
