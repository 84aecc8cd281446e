package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// Writes an array, and is killed in the middle if it is told so.
final class KilledWriter {

  static final Shape SHAPE = Shape.of(1 << 10, 1 << 11);
  static final long CHECKPOINT = 1 << 17;

  private KilledWriter() {}

  /// @param args the file, the axis, the value of all elements, the rank that is killed, or -1, and
  ///   the step at which it is
  public static void main(String[] args) throws IOException {
    int axis = Integer.parseInt(args[1]);
    try (Communicator comm = Communicator.world()) {
      Shape part = Partition.alongAxis(SHAPE, axis, comm.size()).box(comm.rank()).shape();
      ByteView items = NdView.zeros(DType.UINT8, part, Order.C).as(ByteView.class);
      items.fill(Long.parseLong(args[2]));
      boolean killed = comm.rank() == Integer.parseInt(args[3]);
      ParallelWriteOptions options =
          ParallelWriteOptions.DEFAULT.withResuming().withCheckpoint(CHECKPOINT);
      if (axis == 1) {
        options = options.withAccess(Access.COLLECTIVE);
      }
      int[] notes = new int[1];
      ParallelNpy.write(
          comm,
          Path.of(args[0]),
          items,
          axis,
          options,
          step -> {
            notes[0] += step == Writing.Step.NOTED ? 1 : 0;
            if (killed && step.name().equals(args[4])) {
              // A part is on the disk then, and the next one is written while the signal comes.
              if (step != Writing.Step.NOTED || notes[0] == 3) {
                kill();
              }
              while (step != Writing.Step.NOTED || notes[0] > 3) {
                LockSupport.park();
              }
            }
          });
      if (comm.rank() == 0) {
        System.out.println("written by " + comm.size());
      }
    }
  }

  private static void kill() throws IOException {
    var _ = new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
  }
}
