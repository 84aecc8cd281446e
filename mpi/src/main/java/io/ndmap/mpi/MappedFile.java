package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file that each rank has mapped: all ranks are on one machine and share its pages.
///
/// @param file the mapping of this rank
/// @param opened the same file, opened for system calls
/// @param path the path of the file, for messages
record MappedFile(NpyFile file, OpenFile opened, Path path) implements SharedFile {

  // No limit is needed: this job, or the one that it resumes, has written the header.
  private static final OpenOptions ANY_HEADER =
      OpenOptions.DEFAULT.withLimits(new HeaderLimits(Integer.MAX_VALUE));

  // The minimum length of runs in bytes for early write-back. Between shorter runs, other ranks
  // still store, so the same pages would be written to the disk twice.
  private static final long LONG_RUN = 1 << 15;

  static MappedFile open(Communicator comm, Path path, FileIdentity identity) throws IOException {
    MappedFile[] opened = new MappedFile[1];
    try {
      Agreement.onAllRanks(
          comm,
          () -> {
            identity.require(path, comm.rank());
            opened[0] = open(path);
          });
      return opened[0];
    } catch (Throwable e) {
      if (opened[0] != null) {
        opened[0].close();
      }
      throw e;
    }
  }

  private static MappedFile open(Path path) throws IOException {
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE, ANY_HEADER);
    try {
      return new MappedFile(file, OpenFile.open(path, false), path);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  @Override
  public boolean acceptsAnyView() {
    return true;
  }

  @Override
  public void write(Box box, NdView<?> items) throws IOException {
    if (box.isEmpty()) {
      return;
    }
    try {
      file.region(box).copyFrom(items);
    } catch (MappingFaultException e) {
      long bytes = box.itemCount() * file.header().dtype().itemsize();
      long free = free(e);
      if (free >= bytes) {
        throw e;
      }
      throw new IOException(
          "%s: the %s bytes of %s could not be stored, %s being free on its file system: there is not enough space on the disk"
              .formatted(path, bytes, box, free),
          e);
    }
    // Start write-back now, so that the disk works while the next blocks are copied.
    ByteRuns runs = ByteRuns.of(box, file.header());
    if (runs.length() >= LONG_RUN) {
      opened.beginForcing(runs.first(), runs.end() - runs.first());
    }
  }

  private long free(MappingFaultException fault) {
    try {
      return Files.getFileStore(path).getUsableSpace();
    } catch (IOException e) {
      fault.addSuppressed(e);
      return Long.MAX_VALUE;
    }
  }

  @Override
  public boolean isCollective() {
    return false;
  }

  @Override
  public void awaitOthers(@Nullable Throwable failure) {
    // No rank waits for another.
  }

  @Override
  public void force() throws IOException {
    file.force();
  }

  @Override
  public void close() {
    opened.close();
    file.close();
  }
}
