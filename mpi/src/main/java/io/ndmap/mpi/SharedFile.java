package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mpi.library.MpiCallException;
import io.ndmap.mpi.library.MpiLibrary;
import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A file that all ranks have open by MPI-IO. An error of MPI's is an [IOException], of which the
/// other ranks need not know.
///
/// With [Access#COLLECTIVE] they have it open together, and all call every method, in the same
/// order. With [Access#INDEPENDENT] each has it open for itself: none waits for another.
final class SharedFile implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration FOR_EVER = Duration.ofDays(10_000);

  private final Communicator comm;
  private final Path path;
  private final NpyHeader header;
  private final Access how;
  private final long file;

  private SharedFile(Communicator comm, Path path, NpyHeader header, Access how, long file) {
    this.comm = comm;
    this.path = path;
    this.header = header;
    this.how = how;
    this.file = file;
  }

  static SharedFile openToRead(Communicator comm, Path path, NpyHeader header, Access how)
      throws IOException {
    return open(comm, path, header, how, MpiLibrary.MODE_RDONLY, Map.of());
  }

  static SharedFile openToWrite(
      Communicator comm, Path path, NpyHeader header, Access how, Map<String, String> hints)
      throws IOException {
    return open(comm, path, header, how, MpiLibrary.MODE_WRONLY, hints);
  }

  /// @throws IOException if a rank cannot open it
  private static SharedFile open(
      Communicator comm,
      Path path,
      NpyHeader header,
      Access how,
      int mode,
      Map<String, String> more)
      throws IOException {
    Map<String, String> hints = new TreeMap<>(hints(how));
    hints.putAll(more);
    SharedFile[] opened = new SharedFile[1];
    try {
      Agreement.all(comm, () -> opened[0] = open(comm, path, header, how, hints, mode));
      return opened[0];
    } catch (IOException | RuntimeException e) {
      if (opened[0] != null && how == Access.INDEPENDENT) {
        // Together, it would wait for the rank that has none.
        opened[0].close();
      }
      throw e;
    }
  }

  private static SharedFile open(
      Communicator comm,
      Path path,
      NpyHeader header,
      Access how,
      Map<String, String> hints,
      int mode)
      throws IOException {
    String name = path.toAbsolutePath().toString();
    boolean all = how == Access.COLLECTIVE;
    try {
      long file = comm.locked(library -> library.open(name, mode, hints, all));
      return new SharedFile(comm, path, header, how, file);
    } catch (MpiCallException e) {
      throw failure(path, e);
    }
  }

  /// Hints of ROMIO, which is MPICH's and most others': long runs are not read together with what
  /// is between them, and written back.
  private static Map<String, String> hints(Access how) {
    return how == Access.COLLECTIVE
        ? Map.of()
        : Map.of("romio_ds_read", "disable", "romio_ds_write", "disable");
  }

  /// Writes the items of a box, in the order of the file.
  ///
  /// @param box may be empty
  void write(Box box, MemorySegment bytes) throws IOException {
    int written = through(box, library -> library.write(file, bytes));
    if (written < bytes.byteSize()) {
      throw new IOException(
          "%s: only %d of %d bytes of %s were written, %d being free on its file system"
              .formatted(
                  path, written, bytes.byteSize(), box, Files.getFileStore(path).getUsableSpace()));
    }
  }

  /// Reads the items of a box, in the order of the file.
  ///
  /// @param box may be empty
  /// @return how many bytes there were
  int read(Box box, MemorySegment into) throws IOException {
    return through(box, library -> library.read(file, into));
  }

  /// Follows a collective access. MPI does not say what the other ranks do when one of them fails
  /// in it: with some libraries they wait for it for ever. So the one that has failed ends the job
  /// unless they come here, too.
  ///
  /// @param failure of this rank, if it has failed
  void meet(@Nullable Throwable failure) {
    if (isCollective() && !comm.barrier(failure == null ? FOR_EVER : PATIENCE)) {
      System.err.println(
          "ndmap: rank %d: %s; the other ranks did not come back from the collective access for %d s: ending all ranks"
              .formatted(comm.rank(), failure, PATIENCE.toSeconds()));
      comm.abort(1);
    }
  }

  boolean isCollective() {
    return how == Access.COLLECTIVE;
  }

  private <T> T through(Box box, Communicator.Call<T> access) throws IOException {
    try {
      return comm.locked(
          library -> {
            setView(library, box);
            return access.make(library);
          });
    } catch (MpiCallException e) {
      throw failure(path, e);
    }
  }

  /// Shows this rank the bytes of a box, and no others.
  private void setView(MpiLibrary library, Box box) throws MpiCallException {
    ByteRuns runs =
        ByteRuns.of(
            box, header.shape(), header.order(), header.dtype().itemsize(), header.dataOffset());
    if (runs.count() <= 1) {
      library.setView(file, runs.first(), library.bytes());
      return;
    }
    boolean small = true;
    for (int axis = 0; axis < header.shape().rank(); axis++) {
      small &= header.shape().size(axis) <= Integer.MAX_VALUE;
    }
    long item = library.contiguous(header.dtype().itemsize(), library.bytes());
    long type = library.commit(small ? subarray(library, box, item) : strided(library, box, item));
    library.setView(file, small ? header.dataOffset() : runs.first(), type);
    library.free(item);
    library.free(type);
  }

  private long subarray(MpiLibrary library, Box box, long item) throws MpiCallException {
    int rank = box.rank();
    int[] sizes = new int[rank];
    int[] subsizes = new int[rank];
    int[] starts = new int[rank];
    for (int axis = 0; axis < rank; axis++) {
      sizes[axis] = (int) header.shape().size(axis);
      subsizes[axis] = (int) box.shape().size(axis);
      starts[axis] = (int) box.start(axis);
    }
    return library.subarray(sizes, subsizes, starts, header.order() == Order.F, item);
  }

  /// The same bytes from the first one of the box on: the sizes of a subarray are C `int`s in MPI
  /// 3.1, and Open MPI 4 has no others.
  private long strided(MpiLibrary library, Box box, long item) throws MpiCallException {
    Shape shape = header.shape();
    long type = item;
    long stride = header.dtype().itemsize();
    for (int k = 0; k < shape.rank(); k++) {
      int axis = header.order() == Order.C ? shape.rank() - 1 - k : k;
      long inner = type;
      // A block of many items that one call moves: its sizes are small.
      type = library.hvector(Math.toIntExact(box.shape().size(axis)), 1, stride, inner);
      if (inner != item) {
        library.free(inner);
      }
      stride *= shape.size(axis);
    }
    return type;
  }

  /// Brings what all ranks have written to the disk.
  void force() throws IOException {
    run(library -> library.sync(file));
  }

  @Override
  public void close() throws IOException {
    run(library -> library.close(file));
  }

  private void run(Communicator.Action action) throws IOException {
    try {
      var _ =
          comm.locked(
              library -> {
                action.run(library);
                return true;
              });
    } catch (MpiCallException e) {
      throw failure(path, e);
    }
  }

  private static IOException failure(Path path, MpiCallException e) {
    return new IOException(path + ": " + e.getMessage(), e);
  }
}
