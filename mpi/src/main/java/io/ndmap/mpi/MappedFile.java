package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file that each rank has mapped: all are on one machine, and see the same pages.
///
/// @param file as this rank has it
record MappedFile(NpyFile file, Path path) implements SharedFile {

  static MappedFile open(Communicator comm, Path path) throws IOException {
    NpyFile[] opened = new NpyFile[1];
    try {
      Agreement.all(comm, () -> opened[0] = NpyFile.open(path, OpenMode.READ_WRITE));
      return new MappedFile(opened[0], path);
    } catch (IOException | RuntimeException e) {
      if (opened[0] != null) {
        opened[0].close();
      }
      throw e;
    }
  }

  @Override
  public void write(Box box, MemorySegment bytes) throws IOException {
    if (box.isEmpty()) {
      return;
    }
    NpyHeader header = file.header();
    try {
      file.region(box).copyFrom(NdView.of(bytes, header.dtype(), box.shape(), header.order()));
    } catch (MappingFaultException e) {
      long free = Files.getFileStore(path).getUsableSpace();
      if (free >= bytes.byteSize()) {
        throw e;
      }
      throw new IOException(
          "%s: the %d bytes of %s could not be stored, %d being free on its file system: there is not enough space on the disk"
              .formatted(path, bytes.byteSize(), box, free),
          e);
    }
  }

  @Override
  public boolean isCollective() {
    return false;
  }

  @Override
  public void meet(@Nullable Throwable failure) {
    // Nobody waits for another.
  }

  @Override
  public void force() throws IOException {
    file.force();
  }

  @Override
  public void close() {
    file.close();
  }
}
