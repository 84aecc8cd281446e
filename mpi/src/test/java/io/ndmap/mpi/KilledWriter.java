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

  static final Shape SHAPE = Shape.of(1 << 12, 1 << 13);
  static final long CHECKPOINT = 1 << 21;

  private KilledWriter() {}

  /// @param args the file, the axis, the value of all items, and the step at which the last rank is
  ///   killed, or `-`
  public static void main(String[] args) throws IOException {
    int axis = Integer.parseInt(args[1]);
    try (Communicator comm = Communicator.world()) {
      Shape part = Partition.alongAxis(SHAPE, axis, comm.size()).box(comm.rank()).shape();
      ByteView items = NdView.zeros(DType.UINT8, part, Order.C).as(ByteView.class);
      items.fill(Long.parseLong(args[2]));
      boolean killed = comm.rank() == comm.size() - 1;
      WriteOptions options = WriteOptions.DEFAULT.withResuming().withCheckpoint(CHECKPOINT);
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
            // A part is on the disk then, and the next one is being written while the signal comes.
            boolean now = step != Writing.Step.NOTED || notes[0] == 3;
            if (killed && now && step.name().equals(args[3])) {
              kill(step != Writing.Step.NOTED);
            }
          });
      if (comm.rank() == 0) {
        System.out.println("written by " + comm.size());
      }
    }
  }

  private static void kill(boolean waiting) throws IOException {
    var _ = new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
    while (waiting) {
      LockSupport.park();
    }
  }
}
