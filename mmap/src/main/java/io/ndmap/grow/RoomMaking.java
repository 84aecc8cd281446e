package io.ndmap.grow;

import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.posix.Channels;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Disk;
import io.ndmap.room.PendingRoom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes a header longer by inserting a block before it, so that no data are copied; step by step,
/// each of which is on the disk before the next.
final class RoomMaking {

  private final LockedArray array;
  private final Consumer<GrowStep> progress;

  RoomMaking(LockedArray array, Consumer<GrowStep> progress) {
    this.array = array;
    this.progress = progress;
  }

  /// Inserts a block, if the file system can do that.
  ///
  /// @param header of the array, behind whose data there is nothing
  /// @return false if it cannot, or the header would be longer than readers take; nothing has
  ///   changed then
  boolean insert(NpyHeader header) throws IOException {
    int block = array.file().blockSize();
    NpyHeader longer =
        new NpyHeader(
            header.version(),
            header.dtype(),
            header.order(),
            header.shape(),
            header.dataOffset() + block);
    if (longer.dataOffset() > HeaderLimits.DEFAULT_MAX_CHARACTERS
        || !GrowingHeader.hasRoom(longer)) {
      return false;
    }
    byte[] before = array.read(0, Math.toIntExact(header.dataOffset()));
    PendingRoom room =
        new PendingRoom(
            array.file().size(),
            ByteBuffer.wrap(before),
            ByteBuffer.wrap(GrowingHeader.bytes(longer).orElseThrow()));
    writeBeside(room);
    progress.accept(GrowStep.HEADERS_BESIDE);
    write(PendingRoom.mark(), 0);
    progress.accept(GrowStep.MARKED);
    boolean inserted = false;
    try {
      inserted = array.file().insert(0, block);
    } finally {
      if (!inserted) {
        unmark(room.oldHeader());
      }
    }
    if (inserted) {
      array.file().force();
      progress.accept(GrowStep.INSERTED);
      finish(room.newHeader());
    }
    return inserted;
  }

  /// Completes or undoes what another process has begun and did not live to end.
  ///
  /// @return whether there was something to do
  /// @throws NpyFormatException if the system crashed while the file system moved blocks
  boolean complete() throws IOException {
    var _ = Files.deleteIfExists(temporary());
    Optional<PendingRoom> pending = PendingRoom.of(array.path());
    if (pending.isEmpty()) {
      return false;
    }
    ByteBuffer first = ByteBuffer.wrap(array.read(0, PendingRoom.MARK_BYTES));
    if (!PendingRoom.isMarked(first)) {
      clear();
      return true;
    }
    PendingRoom room = pending.get();
    ByteBuffer header = room.header(array.path(), first, array.file().size());
    if (header.equals(room.oldHeader())) {
      unmark(header);
    } else {
      finish(header);
    }
    return true;
  }

  private void finish(ByteBuffer header) throws IOException {
    // The magic last, for it makes the file an array.
    ByteBuffer rest = header.duplicate().position(PendingRoom.MARK_BYTES);
    write(rest, PendingRoom.MARK_BYTES);
    progress.accept(GrowStep.REST_WRITTEN);
    unmark(header);
  }

  private void unmark(ByteBuffer header) throws IOException {
    write(header.duplicate().limit(PendingRoom.MARK_BYTES), 0);
    progress.accept(GrowStep.UNMARKED);
    clear();
    progress.accept(GrowStep.CLEARED);
  }

  private void write(ByteBuffer bytes, long at) throws IOException {
    array.write(bytes, at);
    array.file().force();
  }

  private Path temporary() {
    Path beside = PendingRoom.beside(array.path());
    return beside.resolveSibling(beside.getFileName() + ".tmp");
  }

  // Under the lock there is only one that does this.
  private void writeBeside(PendingRoom room) throws IOException {
    Path temporary = temporary();
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      Channels.write(channel, room.encoded(), 0);
      Disk.force(channel, temporary);
    }
    Files.move(temporary, PendingRoom.beside(array.path()), StandardCopyOption.ATOMIC_MOVE);
    Directories.forceParent(array.path());
  }

  private void clear() throws IOException {
    Files.deleteIfExists(PendingRoom.beside(array.path()));
    Directories.tryForceParent(array.path());
  }
}
