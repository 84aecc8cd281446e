package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/// One file, read by all ranks.
final class Reading {

  private final Communicator comm;
  private final Path path;
  private final AccessPlan plan;
  private final NpyHeader header;

  Reading(Communicator comm, Path path, AccessPlan plan) {
    this.comm = comm;
    this.path = path;
    this.plan = plan;
    this.header = plan.header();
  }

  NpyPart run() throws IOException {
    Box box = plan.boxes().get(comm.rank());
    NdView<?>[] part = new NdView<?>[1];
    Agreement.all(
        comm, () -> part[0] = NdView.zeros(header.dtype(), box.shape(), header.order()));
    SharedFile[] file = new SharedFile[1];
    Agreement.all(comm, () -> file[0] = SharedFile.openToRead(comm, path, plan));
    try (Transfer transfer = new Transfer(plan, comm.rank())) {
      for (long step = 0; step < transfer.steps(); step++) {
        Box block = transfer.block(step);
        Agreement.all(comm, () -> read(file[0], transfer, part[0], block));
      }
    } finally {
      file[0].close();
    }
    return new NpyPart(part[0], box, header);
  }

  private void read(SharedFile file, Transfer transfer, NdView<?> part, Box block)
      throws IOException {
    MemorySegment memory = transfer.memory(part, block, false);
    int count = file.read(transfer.inArray(block), memory);
    if (count < memory.byteSize()) {
      throw new TruncatedDataException(
          path.toString(),
          header.dataOffset(),
          "the data",
          header.dataBytes(),
          Math.max(0, Files.size(path) - header.dataOffset()));
    }
    transfer.store(part, block, memory);
  }
}
