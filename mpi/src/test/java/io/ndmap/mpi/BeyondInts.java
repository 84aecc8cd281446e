package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Boxes behind the 2³¹st position of an axis, which the subarrays of MPI 3.1 do not describe: in
/// files of which next to nothing is on the disk.
record BeyondInts(Communicator comm, Path directory) {

  private static final long LENGTH = (1L << 31) + 5;

  void check() throws IOException {
    // Runs of one byte; the same in Fortran order; and two long runs.
    check(Shape.of(LENGTH, 3), Order.C, Box.of(new long[] {LENGTH - 9, 1}, new long[] {LENGTH, 2}));
    check(Shape.of(3, LENGTH), Order.F, Box.of(new long[] {1, LENGTH - 9}, new long[] {2, LENGTH}));
    check(Shape.of(2, LENGTH), Order.C, Box.of(new long[] {0, LENGTH - 9}, new long[] {2, LENGTH}));
  }

  private void check(Shape shape, Order order, Box box) throws IOException {
    Path path = directory.resolve("sparse");
    for (Access access : List.of(Access.INDEPENDENT, Access.COLLECTIVE)) {
      if (comm.rank() == 0) {
        CreateOptions sparse = CreateOptions.DEFAULT.withoutReserving();
        NpyFile.create(path, DType.UINT8, shape, order, sparse).close();
      }
      comm.barrier();
      Reading reading = Reading.of(comm, path);
      AccessPlan plan = plan(reading.header(), box);
      write(path, reading, access, plan.boxes().get(comm.rank()));
      // All read what another rank has written.
      int rank = comm.rank();
      AccessPlan turned =
          new AccessPlan(
              reading.header(),
              IntStream.range(0, comm.size())
                  .mapToObj(k -> plan.boxes().get((k + 1) % comm.size()))
                  .toList());
      NpyPart part = reading.run(turned, null, access, Transfer.BLOCK);
      if (!part.view().contentEquals(items(turned.boxes().get(rank), order))) {
        throw new AssertionError("%s, %s: read %s".formatted(shape, access, part.view()));
      }
      comm.barrier();
      if (rank == 0) {
        requireBox(path, box, order);
        Files.delete(path);
      }
    }
  }

  /// The box, cut for all ranks.
  private AccessPlan plan(NpyHeader header, Box box) {
    int axis = box.shape().size(0) > box.shape().size(1) ? 0 : 1;
    Partition parts = Partition.alongAxis(box.shape(), axis, comm.size());
    return new AccessPlan(
        header,
        IntStream.range(0, comm.size()).mapToObj(k -> Boxes.within(box, parts.box(k))).toList());
  }

  private void write(Path path, Reading reading, Access access, Box box) throws IOException {
    try (MpiFile file =
        MpiFile.openToWrite(comm, path, reading.identity(), reading.header(), access, Map.of())) {
      file.write(box, items(box, reading.header().order()));
      file.force();
    }
    comm.barrier();
  }

  /// Bytes that tell their place, none of them 0.
  private static NdView<?> items(Box box, Order order) {
    MemorySegment memory = Arena.ofAuto().allocate(Math.max(1, box.itemCount()));
    ByteView dense = NdView.of(memory, DType.UINT8, box.shape(), order).as(ByteView.class);
    for (long i = 0; i < box.shape().size(0); i++) {
      for (long j = 0; j < box.shape().size(1); j++) {
        dense.set(i, j, (byte) (1 + (7 * (box.start(0) + i) + box.start(1) + j) % 97));
      }
    }
    return dense;
  }

  private static void requireBox(Path path, Box box, Order order) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      // Around the box, as far as a block of the disk.
      long[] start = {Math.max(0, box.start(0) - 4096), Math.max(0, box.start(1) - 4096)};
      Box around = Box.of(start, file.shape().toArray());
      long found = file.region(around).as(ByteView.class).sumLong();
      long written = items(box, order).as(ByteView.class).sumLong();
      if (found != written || !file.region(box).contentEquals(items(box, order))) {
        throw new AssertionError(file.shape() + ": other bytes than those of the box were written");
      }
    }
  }
}
