package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.layout.Box;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.npz.NpzOptions;
import io.ndmap.posix.HugePages;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one file by all ranks.
///
/// @param name the file, or a member of an archive
/// @param limits the limits on the header and on the archive's members
/// @param identity the identity of the file whose header rank 0 has read
/// @param header that header, with the offset of the data in the file
record Reading(
    Communicator comm, ArrayName name, NpzOptions limits, FileIdentity identity, NpyHeader header) {

  /// Runs of at least this many bytes are read by system calls. For shorter runs, system calls cost
  /// more than page faults of a mapping. Copying longer runs from a mapping may bypass the CPU
  /// caches (non-temporal stores of the JDK).
  private static final long LONG_RUN = 1 << 20;

  private static final byte[] NOTHING = {};

  /// Memory of at least this many bytes that is allocated in the caller's arena is in huge pages,
  /// if the system has them.
  private static final long HUGE = 2 * HugePages.SIZE;

  /// Reads the header on rank 0, and sends it to all ranks.
  static Reading of(Communicator comm, Path path) throws IOException {
    return of(comm, path, 0);
  }

  /// Reads the header on rank 0, for ranks that read along an axis.
  static Reading of(Communicator comm, Path path, int axis) throws IOException {
    return of(comm, ArrayName.of(path), axis, NpzOptions.DEFAULT);
  }

  /// Reads the header on rank 0, for ranks that read along an axis.
  ///
  /// @throws IllegalArgumentException on all ranks, if the ranks name different arrays or axes:
  ///   their collective calls would not match, and they would wait for each other for ever
  static Reading of(Communicator comm, ArrayName name, int axis, NpzOptions limits)
      throws IOException {
    List<byte[]> messages =
        Agreement.gather(
            comm, () -> message(name, axis, comm.rank() == 0 ? seen(name, limits) : NOTHING));
    List<ByteBuffer> buffers = messages.stream().map(ByteBuffer::wrap).toList();
    List<Integer> axes = buffers.stream().map(ByteBuffer::getInt).toList();
    List<String> paths = buffers.stream().map(Reading::text).toList();
    requireSame(comm, paths, "path", paths);
    requireSame(comm, paths, "axis", axes);
    ByteBuffer message = buffers.getFirst();
    FileIdentity identity = FileIdentity.get(message);
    long dataOffset = message.getLong();
    byte[] bytes = new byte[message.remaining()];
    message.get(bytes);
    NpyHeader header = NpyHeaderCodec.readBack(bytes);
    // The data offset is sent separately, because it differs from the length of the re-encoded
    // header in files of old versions of NumPy and in files that grow.
    return new Reading(
        comm,
        name,
        limits,
        identity,
        new NpyHeader(
            header.version(), header.dtype(), header.order(), header.shape(), dataOffset));
  }

  /// Returns the plan of ranks that read along an axis.
  AccessPlan alongAxis(int axis) {
    return Agreement.same(comm, () -> AccessPlan.alongAxis(header, axis, comm.size()));
  }

  /// Returns the plan of ranks that read these boxes.
  AccessPlan of(List<Box> boxes) {
    return Agreement.same(comm, () -> new AccessPlan(header, boxes));
  }

  /// Returns the plan of ranks that read along an axis; of an array without axes, all ranks read
  /// the one element.
  AccessPlan alongAxisIfAny(int axis) {
    return header.shape().rank() == 0
        ? of(Collections.nCopies(comm.size(), Box.whole(header.shape())))
        : alongAxis(axis);
  }

  private static void requireSame(
      Communicator comm, List<String> paths, String what, List<?> values) {
    var _ =
        Agreement.same(
            comm,
            () ->
                Agreement.difference(what, values)
                    .map(
                        text -> {
                          throw new IllegalArgumentException(paths.getFirst() + ": " + text);
                        }));
  }

  /// Encodes the message of a rank: the axis, the name of the array, and on rank 0 the result of
  /// [#seen].
  private static byte[] message(ArrayName name, int axis, byte[] rest) {
    ArrayName whole = new ArrayName(name.file().toAbsolutePath(), name.member());
    byte[] text = whole.toString().getBytes(UTF_8);
    return ByteBuffer.allocate(2 * Integer.BYTES + text.length + rest.length)
        .putInt(axis)
        .putInt(text.length)
        .put(text)
        .put(rest)
        .array();
  }

  private static String text(ByteBuffer message) {
    byte[] text = new byte[message.getInt()];
    message.get(text);
    return new String(text, UTF_8);
  }

  private Path path() {
    return name.file();
  }

  /// Returns the header of an array, with the offset of the data in the file.
  static NpyHeader header(ArrayName name, NpzOptions limits) throws IOException {
    return withArray(name, limits, (header, _) -> header);
  }

  /// Encodes the identity and the header of the file, as rank 0 sees them. Mapping the array reads
  /// no data.
  private static byte[] seen(ArrayName name, NpzOptions limits) throws IOException {
    return withArray(
        name,
        limits,
        (header, _) -> {
          byte[] bytes =
              NpyHeaderCodec.encode(
                  header.version(), header.dtype(), header.order(), header.shape());
          return FileIdentity.of(name.file())
              .put(ByteBuffer.allocate(FileIdentity.BYTES + Long.BYTES + bytes.length))
              .putLong(header.dataOffset())
              .put(bytes)
              .array();
        });
  }

  /// Processes an array.
  private interface Handling<T> {

    /// @param header the header, with the offset of the data in the file, also in an archive
    T handle(NpyHeader header, NdView<?> items) throws IOException;
  }

  /// Opens the array, maps it, passes it to a callback and closes it.
  private static <T> T withArray(ArrayName name, NpzOptions limits, Handling<T> handling)
      throws IOException {
    if (name.member().isEmpty()) {
      if (NpzFile.isArchive(name.file())) {
        throw new IOException(name + ": an archive; name one of its members, as " + name + "::x");
      }
      try (NpyFile file = NpyFile.open(name.file(), OpenMode.READ_ONLY, limits.members())) {
        return handling.handle(file.header(), file.view());
      }
    }
    try (NpzFile archive = NpzFile.open(name.file(), OpenMode.READ_ONLY, limits)) {
      NpzMember member = archive.member(name.member().get());
      if (!member.isStored()) {
        throw new IOException(
            name
                + ": is compressed, and ranks read ranges of the file; ndmap npz extract makes a"
                + " file of it");
      }
      NdView<?> items = member.view();
      NpyHeader header = member.header();
      return handling.handle(
          new NpyHeader(
              header.version(),
              header.dtype(),
              header.order(),
              header.shape(),
              member.offset() + header.dataOffset()),
          items);
    } catch (NoSuchElementException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Reads the part of this rank. If all ranks and the file system are on one machine, reads long
  /// runs by system calls and short runs through a mapping; otherwise uses MPI-IO.
  ///
  /// @param arena the arena of the part's memory, or null for memory that is freed once it is
  ///   unreachable
  NpyPart run(AccessPlan plan, @Nullable Arena arena) throws IOException {
    Access access = Access.of(plan, comm.isOnOneMachine() && identity.local());
    return access == Access.MAPPED
        ? runLocal(plan, arena)
        : run(plan, arena, access, Transfer.BLOCK);
  }

  /// Reads the part of this rank without MPI-IO.
  private NpyPart runLocal(AccessPlan plan, @Nullable Arena arena) throws IOException {
    Box box = plan.boxes().get(comm.rank());
    NdView<?>[] part = new NdView<?>[1];
    ByteRuns runs = plan.runs(comm.rank());
    Agreement.onAllRanks(
        comm,
        () -> {
          part[0] = allocated(box.shape(), arena);
          MemorySegment bytes = Transfer.bytes(part[0]);
          identity.require(path(), comm.rank());
          if (runs.length() >= LONG_RUN && bytes.isNative()) {
            read(box, runs, bytes);
          } else {
            copyMapped(box, part[0]);
          }
        });
    return new NpyPart(part[0], box, header);
  }

  private void read(Box box, ByteRuns runs, MemorySegment into) throws IOException {
    try (OpenFile file = OpenFile.openReadOnly(path())) {
      requireUnchanged();
      long count = runs.move(box, header, into, (at, run) -> file.read(run, at));
      if (count < into.byteSize()) {
        throw incomplete(count, into.byteSize(), box);
      }
    }
  }

  private void copyMapped(Box box, NdView<?> part) throws IOException {
    var _ =
        withArray(
            name,
            limits,
            (found, items) -> {
              requireUnchanged();
              if (!found.equals(header)) {
                throw new IOException(
                    name
                        + ": was changed while it was read: found "
                        + found
                        + ", rank 0 "
                        + header);
              }
              part.copyFrom(items.slice(box));
              return part;
            });
  }

  /// Requires that the open file is the one whose header rank 0 has read. Called after opening,
  /// because the file may have been replaced before.
  private void requireUnchanged() throws IOException {
    identity.require(path(), comm.rank());
  }

  /// Reads the part of this rank by MPI-IO.
  ///
  /// @param most the maximum bytes of a block
  NpyPart run(AccessPlan plan, @Nullable Arena arena, Access access, long most) throws IOException {
    Box box = plan.boxes().get(comm.rank());
    NdView<?>[] part = new NdView<?>[1];
    Agreement.onAllRanks(comm, () -> part[0] = allocated(box.shape(), arena));
    try (MpiFile file = MpiFile.openToRead(comm, path(), identity, header, access);
        Transfer transfer = new Transfer(plan, comm.rank(), most)) {
      if (file.isCollective()) {
        for (long step = 0; step < transfer.steps(); step++) {
          Box block = transfer.block(step);
          Agreement.onAllRanks(comm, () -> read(file, transfer, part[0], block));
        }
      } else {
        Agreement.onAllRanks(
            comm,
            () -> {
              for (long step = 0; step < transfer.steps(); step++) {
                read(file, transfer, part[0], transfer.block(step));
              }
            });
      }
      Agreement.onAllRanks(comm, this::requireWhole);
      Agreement.onAllRanks(comm, file::close);
    }
    return new NpyPart(part[0], box, header);
  }

  private NdView<?> allocated(Shape shape, @Nullable Arena arena) {
    if (arena == null) {
      return NdView.zeros(header.dtype(), shape, header.order());
    }
    long bytes = shape.byteSize(header.dtype().itemsize());
    MemorySegment memory =
        (bytes < HUGE
                ? Optional.<MemorySegment>empty()
                : HugePages.allocate(bytes, arena, () -> {}))
            .orElseGet(() -> arena.allocate(bytes, Long.BYTES));
    return NdView.of(memory, header.dtype(), shape, header.order());
  }

  private void read(MpiFile file, Transfer transfer, NdView<?> part, Box block) throws IOException {
    Box box = transfer.nothing();
    NdView<?> dense = part.slice(box);
    Throwable failure = null;
    int count = 0;
    try {
      dense = transfer.dense(part, block, false);
      box = transfer.inArray(block);
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    // In a collective read, a rank that has failed takes part with an empty box: the other ranks
    // are already in the call.
    if (failure == null || file.isCollective()) {
      try {
        count = file.read(box, Transfer.bytes(dense));
      } catch (IOException | RuntimeException | Error e) {
        failure = failure == null ? e : failure;
      }
    }
    file.awaitOthers(failure);
    if (failure != null) {
      throw SentFailure.thrown(failure);
    }
    long size = Transfer.bytes(dense).byteSize();
    if (count < size) {
      throw incomplete(count, size, box);
    }
    transfer.store(part, block, dense);
  }

  /// @throws TruncatedDataException if the file has become too short, which is the usual reason
  private IOException incomplete(long count, long size, Box box) throws IOException {
    requireWhole();
    return new IOException(
        "%s: only %s of %s bytes of %s were read".formatted(name, count, size, box));
  }

  /// Checks the file's size after reading, because Open MPI's two-phase reads do not report the end
  /// of the file.
  private void requireWhole() throws IOException {
    long there = Files.size(path()) - header.dataOffset();
    if (there < header.dataBytes()) {
      throw new TruncatedDataException(
          name.toString(),
          header.dataOffset(),
          "the data of shape " + header.shape(),
          header.dataBytes(),
          Math.max(0, there));
    }
  }
}
