package io.ndmap.grow;

import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.padding.PendingPadding;
import io.ndmap.posix.Channels;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/// Extends the padding of a header by inserting a block at the start of the file, so that no data
/// are copied. Each step is forced to the disk before the next step begins.
final class PaddingInsertion {

  private final LockedArray array;
  private final Consumer<GrowStep> progress;

  PaddingInsertion(LockedArray array, Consumer<GrowStep> progress) {
    this.array = array;
    this.progress = progress;
  }

  /// Inserts a block, if the file system supports it.
  ///
  /// @param header the header of the array
  /// @return false if the file system does not support insertion, if the header would exceed the
  ///   limit of readers, or if one block is not enough; the file is then unchanged
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
        || !GrowingHeader.isPaddingSufficient(longer)) {
      return false;
    }
    byte[] before = array.read(0, Math.toIntExact(header.dataOffset()));
    PendingPadding pending =
        new PendingPadding(
            array.file().size(),
            ByteBuffer.wrap(before),
            ByteBuffer.wrap(GrowingHeader.bytes(longer).orElseThrow()));
    writeBeside(pending);
    progress.accept(GrowStep.HEADERS_BESIDE);
    write(PendingPadding.mark(), 0);
    progress.accept(GrowStep.MARKED);
    boolean inserted = false;
    try {
      inserted = array.file().insert(0, block);
    } finally {
      if (!inserted) {
        unmark(pending.oldHeader());
      }
    }
    if (inserted) {
      array.file().force();
      progress.accept(GrowStep.INSERTED);
      finish(pending.newHeader());
    }
    return inserted;
  }

  /// Completes or undoes an extension that a process began before it died. Does nothing if there is
  /// none.
  ///
  /// @throws io.ndmap.npy.NpyFormatException if the side file is damaged or belongs to another
  ///   array, or the system crashed while the file system was moving blocks
  void complete() throws IOException {
    var _ = Files.deleteIfExists(temporary());
    Optional<PendingPadding> found = PendingPadding.of(array.path());
    if (found.isEmpty()) {
      return;
    }
    ByteBuffer first = ByteBuffer.wrap(array.read(0, PendingPadding.MARK_BYTES));
    if (!PendingPadding.isMarked(first)) {
      clear();
      return;
    }
    PendingPadding pending = found.get();
    ByteBuffer header = pending.header(array.path(), first, array.file().size());
    if (header.equals(pending.oldHeader())) {
      unmark(header);
    } else {
      finish(header);
    }
  }

  /// Writes a header into an array that is marked, and removes the mark.
  private void finish(ByteBuffer header) throws IOException {
    // Write the magic last, because it makes the file readable as an array.
    ByteBuffer rest = header.duplicate().position(PendingPadding.MARK_BYTES);
    write(rest, PendingPadding.MARK_BYTES);
    progress.accept(GrowStep.REST_WRITTEN);
    unmark(header);
  }

  /// Replaces the mark by the first bytes of a header, so that the file is an array again, and
  /// removes the side file.
  private void unmark(ByteBuffer header) throws IOException {
    write(header.duplicate().limit(PendingPadding.MARK_BYTES), 0);
    progress.accept(GrowStep.UNMARKED);
    clear();
    progress.accept(GrowStep.CLEARED);
  }

  private void write(ByteBuffer bytes, long at) throws IOException {
    array.write(bytes, at);
    array.file().force();
  }

  private Path temporary() {
    Path beside = PendingPadding.beside(array.path());
    return beside.resolveSibling(beside.getFileName() + ".tmp");
  }

  // No other process writes the temporary file, because this process owns the array's lock.
  private void writeBeside(PendingPadding pending) throws IOException {
    Path temporary = temporary();
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      Channels.write(channel, pending.encoded(), 0);
      Disk.force(channel, temporary);
    }
    Files.move(temporary, PendingPadding.beside(array.path()), StandardCopyOption.ATOMIC_MOVE);
    Directories.forceParent(array.path());
  }

  private void clear() throws IOException {
    Files.deleteIfExists(PendingPadding.beside(array.path()));
    Directories.tryForceParent(array.path());
  }
}
