package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mpi.library.MpiCallException;
import io.ndmap.mpi.library.MpiFileCalls;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file that all ranks have open through MPI-IO. MPI errors become [IOException]s. Those of
/// opening are thrown on all ranks, those of other methods perhaps on some ranks only.
///
/// With [Access#COLLECTIVE], the ranks open the file together, and all ranks call every method in
/// the same order. With [Access#INDEPENDENT], all ranks open the file at the same time, too, but
/// then no rank waits for another.
final class MpiFile implements SharedFile {

  /// The time in seconds that a rank whose collective access failed waits for the other ranks; 60
  /// by default.
  private static final long TIMEOUT = Integer.getInteger("ndmap.mpi.patience", 60);

  /// The time in seconds that a rank whose collective access succeeded waits for the other ranks.
  private static final long LONG_TIMEOUT = 10 * TIMEOUT;

  private final Communicator comm;
  private final Path path;
  private final NpyHeader header;
  private final Access how;
  private final long file;
  private boolean closed;

  private MpiFile(Communicator comm, Path path, NpyHeader header, Access how, long file) {
    this.comm = comm;
    this.path = path;
    this.header = header;
    this.how = how;
    this.file = file;
  }

  static MpiFile openToRead(
      Communicator comm, Path path, FileIdentity identity, NpyHeader header, Access how)
      throws IOException {
    return open(comm, path, identity, header, how, MpiFileCalls.MODE_RDONLY, Map.of());
  }

  static MpiFile openToWrite(
      Communicator comm,
      Path path,
      FileIdentity identity,
      NpyHeader header,
      Access how,
      Map<String, String> hints)
      throws IOException {
    return open(comm, path, identity, header, how, MpiFileCalls.MODE_WRONLY, hints);
  }

  /// @throws IOException on all ranks, if a rank cannot open the file
  private static MpiFile open(
      Communicator comm,
      Path path,
      FileIdentity identity,
      NpyHeader header,
      Access how,
      int mode,
      Map<String, String> hints)
      throws IOException {
    // A rank that fails in the collective open would leave the others waiting: check first.
    OpenOption option =
        mode == MpiFileCalls.MODE_RDONLY ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    Agreement.onAllRanks(
        comm,
        () -> {
          identity.require(path, comm.rank());
          FileChannel.open(path, option).close();
        });
    MpiFile[] opened = new MpiFile[1];
    try {
      Agreement.onAllRanks(comm, () -> opened[0] = open(comm, path, header, how, hints, mode));
      if (how == Access.COLLECTIVE) {
        comm.countTogether(1);
      }
      return opened[0];
    } catch (Throwable e) {
      if (opened[0] != null && how == Access.INDEPENDENT) {
        // A collective close would wait for the rank that could not open the file.
        opened[0].close();
      }
      throw e;
    }
  }

  private static MpiFile open(
      Communicator comm,
      Path path,
      NpyHeader header,
      Access how,
      Map<String, String> hints,
      int mode)
      throws IOException {
    boolean all = how == Access.COLLECTIVE;
    try {
      long file = comm.locked(library -> library.files().open(path, mode, hints, all));
      return new MpiFile(comm, path, header, how, file);
    } catch (MpiCallException e) {
      throw failure(path, e);
    }
  }

  @Override
  public boolean acceptsAnyView() {
    return false;
  }

  @Override
  public void write(Box box, NdView<?> items) throws IOException {
    MemorySegment bytes = Transfer.bytes(items);
    int written = through(box, bytes, MpiFileCalls::writeAll, MpiFileCalls::write);
    if (written < bytes.byteSize()) {
      throw new IOException(
          "%s: only %s of %s bytes of %s were written: the disk may be full"
              .formatted(path, written, bytes.byteSize(), box));
    }
  }

  /// Reads the elements of a box, in the order of the file.
  ///
  /// @param box the box, which may be empty
  /// @return the number of bytes read
  int read(Box box, MemorySegment into) throws IOException {
    return through(box, into, MpiFileCalls::readAll, MpiFileCalls::read);
  }

  // MPI does not define what the other ranks do when one rank fails in a collective access. With
  // some libraries they wait for the failed rank for ever, and the library may not even report the
  // failure to that rank. So a rank that has returned from the access ends the job if the others do
  // not arrive here in time.
  @Override
  public void awaitOthers(@Nullable Throwable failure) {
    long timeout = failure == null ? LONG_TIMEOUT : TIMEOUT;
    if (isCollective() && !comm.barrier(timeout)) {
      System.err.println(
          "ndmap: rank %s: %s; the other ranks have not finished the collective access within %s s: ending all ranks"
              .formatted(
                  comm.rank(),
                  failure == null ? path + ": this rank has finished its access" : failure,
                  timeout));
      comm.abort(1);
    }
  }

  @Override
  public boolean isCollective() {
    return how == Access.COLLECTIVE;
  }

  /// Reads or writes the bytes of the MPI file view.
  private interface OfAll {
    int move(MpiFileCalls calls, long file, MemorySegment memory) throws MpiCallException;
  }

  /// Reads or writes one run.
  private interface OfOne {
    int move(MpiFileCalls calls, long file, long at, MemorySegment memory) throws MpiCallException;
  }

  /// Reads or writes a box: all bytes in one collective call, or run by run.
  ///
  /// @return the number of bytes moved
  private int through(Box box, MemorySegment memory, OfAll all, OfOne one) throws IOException {
    try {
      return comm.locked(
          library -> {
            if (isCollective()) {
              setView(library.files(), box);
              return all.move(library.files(), file, memory);
            }
            return runByRun(library.files(), box, memory, one);
          });
    } catch (MpiCallException e) {
      throw failure(path, e);
    }
  }

  /// Reads or writes run by run, without an MPI file view: for a view with gaps, libraries may read
  /// the bytes between the runs and write them back (data sieving) while other ranks write there.
  private int runByRun(MpiFileCalls calls, Box box, MemorySegment memory, OfOne one)
      throws MpiCallException {
    long moved =
        ByteRuns.of(box, header)
            .move(box, header, memory, (at, run) -> one.move(calls, file, at, run));
    // The memory is that of one block, so its size fits into an int.
    return Math.toIntExact(moved);
  }

  /// Sets this rank's MPI file view to the bytes of a box.
  private void setView(MpiFileCalls calls, Box box) throws MpiCallException {
    ByteRuns runs = ByteRuns.of(box, header);
    if (runs.count() <= 1) {
      calls.setView(file, runs.first(), calls.bytes());
      return;
    }
    boolean small = true;
    for (int axis = 0; axis < header.shape().rank(); axis++) {
      small &= header.shape().size(axis) <= Integer.MAX_VALUE;
    }
    long item = calls.contiguous(header.dtype().itemsize(), calls.bytes());
    try {
      long type = small ? subarray(calls, box, item) : strided(calls, box, item);
      try {
        calls.setView(file, small ? header.dataOffset() : runs.first(), calls.commit(type));
      } finally {
        calls.free(type);
      }
    } finally {
      calls.free(item);
    }
  }

  private long subarray(MpiFileCalls calls, Box box, long item) throws MpiCallException {
    int rank = box.rank();
    int[] sizes = new int[rank];
    int[] subsizes = new int[rank];
    int[] starts = new int[rank];
    for (int axis = 0; axis < rank; axis++) {
      sizes[axis] = (int) header.shape().size(axis);
      subsizes[axis] = (int) box.shape().size(axis);
      starts[axis] = (int) box.start(axis);
    }
    return calls.subarray(sizes, subsizes, starts, header.order() == Order.F, item);
  }

  /// Returns a type for the same bytes as [#subarray], relative to the first byte of the box. It is
  /// used if an axis of the array is longer than the greatest C `int`: MPI 3.1 states the sizes of
  /// a subarray as `int`, and Open MPI 4 has no wider interface.
  private long strided(MpiFileCalls calls, Box box, long item) throws MpiCallException {
    Shape shape = header.shape();
    long type = item;
    long stride = header.dtype().itemsize();
    for (int k = 0; k < shape.rank(); k++) {
      int axis = header.order() == Order.C ? shape.rank() - 1 - k : k;
      long inner = type;
      // A box is one block of a transfer, so its lengths fit into an int.
      type = calls.hvector(Math.toIntExact(box.shape().size(axis)), 1, stride, inner);
      if (inner != item) {
        calls.free(inner);
      }
      stride *= shape.size(axis);
    }
    return type;
  }

  @Override
  public void force() throws IOException {
    run(calls -> calls.sync(file));
  }

  /// Closes the file. With [Access#COLLECTIVE], this is a collective call. Closing again does
  /// nothing.
  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      if (isCollective()) {
        comm.countTogether(-1);
      }
      run(calls -> calls.close(file));
    }
  }

  private interface Action {
    void run(MpiFileCalls calls) throws MpiCallException;
  }

  private void run(Action action) throws IOException {
    try {
      var _ =
          comm.locked(
              library -> {
                action.run(library.files());
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
