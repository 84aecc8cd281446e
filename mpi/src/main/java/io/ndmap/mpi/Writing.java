package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes one file by all ranks, step by step.
final class Writing {

  /// The steps of a write.
  enum Step {
    /// The file has its working name, header and size.
    CREATED,
    /// The next block of this rank was written, or needed no writing.
    WRITTEN,
    /// The written bytes are on the disk, and a checkpoint records them.
    NOTED,
    /// The file has its final name.
    PUBLISHED
  }

  /// Called after each step, on every rank.
  interface Progress {
    void done(Step step) throws IOException;
  }

  private final Communicator comm;
  private final Path path;
  private final AccessPlan plan;
  private final ParallelWriteOptions options;
  private final Progress progress;

  /// The failure of this rank, which the other ranks do not know of yet.
  private @Nullable Throwable failure;

  Writing(
      Communicator comm,
      Path path,
      AccessPlan plan,
      ParallelWriteOptions options,
      Progress progress) {
    this.comm = comm;
    this.path = path;
    this.plan = plan;
    this.options = options;
    this.progress = progress;
  }

  void run(NdView<?> part) throws IOException {
    NpyHeader header = plan.header();
    byte[] headerBytes =
        NpyHeaderCodec.encode(header.version(), header.dtype(), header.order(), header.shape());
    boolean oneMachine = comm.isOnOneMachine();
    // Set on rank 0 only.
    WorkingFile[] working = new WorkingFile[1];
    try {
      byte[] start =
          Agreement.onRankZero(
              comm,
              () -> {
                working[0] = WorkingFile.open(path, options, headerBytes, header);
                return Start.of(working[0], access(working[0], oneMachine), options.checkpoint())
                    .encode();
              });
      progress.done(Step.CREATED);
      write(stored(part), Start.decode(start), working[0]);
      var _ =
          Agreement.onRankZero(
              comm,
              () -> {
                if (working[0] != null) {
                  working[0].publish();
                }
                return new byte[0];
              });
      progress.done(Step.PUBLISHED);
    } catch (Throwable e) {
      if (working[0] != null) {
        working[0].giveUp(options.resuming(), e);
      }
      throw e;
    }
    if (working[0] != null) {
      working[0].close();
    }
  }

  /// Returns a part with the dtype that the header declares: headers declare `bfloat16` and
  /// `float8` as void.
  private static NdView<?> stored(NdView<?> part) {
    return part.dtype() instanceof ScalarType scalar && scalar.kind().isOfMlDtypes()
        ? part.viewAs(new VoidType(scalar.itemsize()))
        : part;
  }

  /// Returns the access to use. Collective access requires reserved space, because Open MPI's
  /// two-phase writes do not report a full disk.
  private Access access(WorkingFile working, boolean oneMachine) throws IOException {
    Access requested = options.access();
    if (requested == Access.MAPPED && !oneMachine) {
      throw new IllegalArgumentException(
          path
              + ": cannot be written by Access.MAPPED, as the ranks are on several machines, whose"
              + " mappings of a file do not see the same pages");
    }
    Access access =
        requested == null
            ? Access.of(plan, oneMachine && Access.isLocal(working.working()))
            : requested;
    return access == Access.COLLECTIVE && !working.reserve() ? Access.INDEPENDENT : access;
  }

  private SharedFile open(Start start) throws IOException {
    return start.access() == Access.MAPPED
        ? MappedFile.open(comm, start.path(), start.identity())
        : MpiFile.openToWrite(
            comm, start.path(), start.identity(), plan.header(), start.access(), options.hints());
  }

  private void write(NdView<?> part, Start start, @Nullable WorkingFile working)
      throws IOException {
    try (SharedFile file = open(start);
        Transfer transfer = new Transfer(plan, comm.rank(), start.checkpoint())) {
      write(file, part, transfer, start, working);
      Agreement.onAllRanks(comm, () -> force(file));
      Agreement.onAllRanks(comm, file::close);
    }
  }

  private void write(
      SharedFile file,
      NdView<?> part,
      Transfer transfer,
      Start start,
      @Nullable WorkingFile working)
      throws IOException {
    // The boxes of this rank that no checkpoint records yet.
    List<Box> fresh = new ArrayList<>();
    long steps = transfer.steps();
    // The number of blocks of each rank between two checkpoints.
    long between = Math.max(1, start.checkpoint() / Transfer.BLOCK);
    for (long step = 0; step < steps; step++) {
      Box block = transfer.block(step);
      Box box = transfer.inArray(block);
      boolean done =
          block.isEmpty() || start.written().stream().anyMatch(each -> each.contains(box));
      write(file, part, transfer, done ? transfer.nothing() : block);
      if (!done) {
        Boxes.add(fresh, box);
      }
      progress.done(Step.WRITTEN);
      if ((step + 1) % between == 0 && step + 1 < steps) {
        note(file, fresh, working);
      }
    }
  }

  /// Writes a block. If this rank has failed before, it only takes part in a collective call, with
  /// an empty box.
  private void write(SharedFile file, NdView<?> part, Transfer transfer, Box block)
      throws IOException {
    Box box = transfer.nothing();
    NdView<?> items = part.slice(box);
    try {
      if (failure == null) {
        items = file.acceptsAnyView() ? part.slice(block) : transfer.dense(part, block, true);
        box = transfer.inArray(block);
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    // In a collective write, a rank that has failed takes part with an empty box: the other ranks
    // are already in the call.
    if (failure == null || file.isCollective()) {
      try {
        file.write(box, items);
      } catch (IOException | RuntimeException | Error e) {
        failure = failure == null ? e : failure;
      }
    }
    if (file.isCollective()) {
      file.awaitOthers(failure);
      Agreement.onAllRanks(comm, this::requireSuccess);
    }
  }

  private void requireSuccess() throws IOException {
    if (failure != null) {
      throw SentFailure.thrown(failure);
    }
  }

  private void force(SharedFile file) throws IOException {
    requireSuccess();
    file.force();
  }

  /// Makes a checkpoint: forces the file on all ranks, and records the boxes that they have written
  /// since the last checkpoint.
  private void note(SharedFile file, List<Box> fresh, @Nullable WorkingFile working)
      throws IOException {
    Agreement.onAllRanks(comm, () -> force(file));
    List<byte[]> messages = Agreement.gather(comm, () -> Boxes.encode(fresh));
    Agreement.onAllRanks(
        comm,
        () -> {
          if (working != null) {
            List<Box> all = new ArrayList<>();
            messages.forEach(message -> Boxes.decode(message).forEach(box -> Boxes.add(all, box)));
            working.note(all);
          }
        });
    fresh.clear();
    progress.done(Step.NOTED);
  }

  /// The description of the file that rank 0 sends to the other ranks.
  ///
  /// @param path the working name of the file
  /// @param identity the identity of that file, as rank 0 sees it
  /// @param access how the ranks write the file
  /// @param checkpoint the maximum number of bytes that a rank writes between two checkpoints
  /// @param written the boxes that are on the disk already
  private record Start(
      Path path, FileIdentity identity, Access access, long checkpoint, List<Box> written) {

    static Start of(WorkingFile file, Access access, long checkpoint) throws IOException {
      Path path = file.working();
      return new Start(path, FileIdentity.of(path), access, checkpoint, file.written());
    }

    byte[] encode() {
      byte[] how = access.name().getBytes(UTF_8);
      byte[] name = path.toString().getBytes(UTF_8);
      byte[] boxes = Boxes.encode(written);
      ByteBuffer buffer =
          ByteBuffer.allocate(
              FileIdentity.BYTES
                  + Long.BYTES
                  + 2 * Integer.BYTES
                  + how.length
                  + name.length
                  + boxes.length);
      return identity
          .put(buffer)
          .putLong(checkpoint)
          .putInt(how.length)
          .put(how)
          .putInt(name.length)
          .put(name)
          .put(boxes)
          .array();
    }

    static Start decode(byte[] message) {
      ByteBuffer buffer = ByteBuffer.wrap(message);
      FileIdentity identity = FileIdentity.get(buffer);
      long checkpoint = buffer.getLong();
      Access access = Access.valueOf(text(buffer));
      Path path = Path.of(text(buffer));
      byte[] boxes = new byte[buffer.remaining()];
      buffer.get(boxes);
      return new Start(path, identity, access, checkpoint, Boxes.decode(boxes));
    }

    private static String text(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.getInt()];
      buffer.get(bytes);
      return new String(bytes, UTF_8);
    }
  }
}
