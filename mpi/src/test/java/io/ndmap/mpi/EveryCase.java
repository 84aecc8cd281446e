package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads the files that other ranks have written, along another axis, and writes its own. The first
/// ranks, which read nothing, do all else that is asked of a communicator: a launch costs more.
final class EveryCase {

  private EveryCase() {}

  /// @param args which cases, the file with the dtypes, the directory to read or `-`, the one to
  ///   write or `-`
  public static void main(String[] args) throws IOException {
    List<DType> dtypes = Files.readAllLines(Path.of(args[1])).stream().map(DType::parse).toList();
    List<Case> cases = Case.selection(args[0], dtypes);
    try (Communicator comm = Communicator.world()) {
      for (Case each : cases) {
        if (!args[2].equals("-")) {
          read(comm, each, Path.of(args[2]));
        }
        if (!args[3].equals("-")) {
          write(comm, each, Path.of(args[3]));
        }
      }
      if (args[2].equals("-")) {
        new BeyondInts(comm, Path.of(args[3])).check();
        Collectives.check(comm);
      }
      comm.barrier();
      if (comm.rank() == 0) {
        System.out.println(comm.library() + ": " + comm.size() + " ranks, " + cases.size());
      }
    }
    try (Communicator again = Communicator.world()) {
      again.barrier();
    }
  }

  private static void write(Communicator comm, Case each, Path directory) throws IOException {
    Box box = each.boxes(comm.size()).get(comm.rank());
    NdView<?> part = each.part(box);
    ParallelWriteOptions options = ParallelWriteOptions.DEFAULT.withOrder(each.order());
    switch (each.number() % 5) {
      case 0 -> options = options.withAccess(Access.INDEPENDENT);
      case 1, 2 ->
          options = options.withAccess(Access.COLLECTIVE).withHint("romio_cb_write", "automatic");
      default -> {
        // Mapped.
      }
    }
    if (each.isInBlocks()) {
      options = options.withCheckpoint(each.block(comm.size()));
    }
    if (each.isJoined()) {
      ParallelNpy.write(comm, each.file(directory), part, each.axis(), options);
    } else {
      ParallelNpy.write(comm, each.file(directory), each.shape(), box, part, options);
    }
  }

  private static void read(Communicator comm, Case each, Path directory) throws IOException {
    int axis = (each.axis() + 1) % each.shape().rank();
    Reading reading = Reading.of(comm, each.file(directory));
    AccessPlan plan = AccessPlan.alongAxis(reading.header(), axis, comm.size());
    check(each, ParallelNpy.read(comm, each.file(directory), axis));
    // As on a file system of several machines.
    Access access = each.number() % 5 == 0 ? Access.INDEPENDENT : Access.COLLECTIVE;
    long block = each.isInBlocks() ? each.block(comm.size()) : Transfer.BLOCK;
    check(each, reading.run(plan, null, access, block));
    if (each.number() % 5 == 3) {
      try (Arena arena = Arena.ofShared()) {
        Box box = each.anyBox(comm.rank());
        NpyPart part = ParallelNpy.read(comm, each.file(directory), box, arena);
        check(each, part);
        if (!part.box().equals(box)) {
          throw new AssertionError(each + ": read " + part.box() + ", not " + box);
        }
      }
    }
  }

  private static void check(Case each, NpyPart part) {
    byte[] expected = bytes(each.whole().slice(part.box()));
    byte[] found = bytes(part.view());
    if (MemorySegment.ofArray(expected).mismatch(MemorySegment.ofArray(found)) >= 0) {
      throw new AssertionError(each + ", " + part.box() + ": read other elements");
    }
    if (part.header().order() != each.order()) {
      throw new AssertionError(each + ": read the order " + part.header().order());
    }
  }

  private static byte[] bytes(NdView<?> view) {
    byte[] bytes = new byte[Math.toIntExact(view.itemCount() * view.dtype().itemsize())];
    view.copyTo(MemorySegment.ofArray(bytes));
    return bytes;
  }
}
