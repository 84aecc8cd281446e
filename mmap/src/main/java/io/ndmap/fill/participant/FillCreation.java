package io.ndmap.fill.participant;

import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.HeaderLength;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.LedgerHeader;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.FillException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import java.util.function.Consumer;

/// Creates a fill's files. The caller owns the mutex. If the process is killed between two steps,
/// the next process finds a complete fill or none.
///
/// @param files the names of the files
/// @param spec the specification of the fill
/// @param progress called after each step
/// @param lockId the ID of the lock file of the mutex, which the caller owns
public record FillCreation(
    FillFiles files, FillSpec spec, long lockId, Consumer<FillStep> progress) {

  /// The approximate size of a chunk in bytes, if the specification has no chunk shape.
  static final long CHUNK_BYTES = 1 << 20;

  /// Creates the files. If this fails, no file is left behind.
  void run() throws IOException {
    if (Files.exists(files.array(), LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          files.array().toString(), null, "exists, but there is no array that it leads to");
    }
    HeaderLength.require(files.array(), spec.dtype(), spec.order(), spec.shape());
    if (chunks(spec).count() > LedgerHeader.MAX_CHUNKS) {
      throw new FillException(
          "%s: %s chunks, at most %s are possible"
              .formatted(files.array(), chunks(spec).count(), LedgerHeader.MAX_CHUNKS));
    }
    long inode = -1;
    try {
      LedgerHeader header;
      try (NpyFile array =
          NpyFile.create(files.newArray(), spec.dtype(), spec.shape(), spec.order())) {
        header = header(array);
        inode = header.inode();
      }
      progress.accept(FillStep.ARRAY_MADE);
      Ledger.create(files.newLedger(), header, lockId);
      progress.accept(FillStep.LEDGER_MADE);
      Files.move(files.newLedger(), files.ledger(), StandardCopyOption.ATOMIC_MOVE);
      progress.accept(FillStep.LEDGER_NAMED);
      nameArray();
      files.forceNames(spec.durable());
      progress.accept(FillStep.ARRAY_NAMED);
    } catch (Throwable e) {
      try {
        undo(inode);
      } catch (IOException leftBehind) {
        e.addSuppressed(leftBehind);
      }
      throw e;
    }
  }

  private void undo(long inode) throws IOException {
    Path data = files.data(spec.visible());
    if (inode >= 0 && FillFiles.inode(data) == inode) {
      Files.delete(data);
    }
    Files.deleteIfExists(files.ledger());
    files.removeLeftovers();
  }

  /// Gives the array the name under which it is filled. Always uses a hard link, as the publication
  /// does: on a file system without hard links, creation fails before any chunk is filled.
  private void nameArray() throws IOException {
    FillFiles.link(files.newArray(), files.data(spec.visible()));
    Files.delete(files.newArray());
  }

  private LedgerHeader header(NpyFile array) throws IOException {
    NpyHeader header = array.header();
    Chunks chunks = chunks(spec);
    return new LedgerHeader(
        UUID.randomUUID(),
        chunks.count(),
        FillFiles.inode(array.path()),
        header.dataOffset() + header.dataBytes(),
        header.dataOffset(),
        digest(array.path(), header.dataOffset()),
        spec.durable(),
        spec.visible(),
        spec.maxFailures(),
        spec.maxDeaths(),
        chunks.chunkShape());
  }

  /// Returns the partition of the array: chunks of the specified shape, clipped to the array's
  /// shape, or contiguous chunks of about 1 MiB if the specification has none.
  static Chunks chunks(FillSpec spec) {
    Shape requested = spec.chunkShape();
    if (requested == null) {
      return Partition.chunksOf(spec.shape(), spec.order(), spec.dtype().itemsize(), CHUNK_BYTES);
    }
    long[] lengths = requested.toArray();
    for (int axis = 0; axis < lengths.length; axis++) {
      lengths[axis] = Math.min(lengths[axis], Math.max(1, spec.shape().size(axis)));
    }
    return Partition.chunks(spec.shape(), spec.order(), Shape.of(lengths));
  }

  /// Computes the SHA-256 digest of the bytes before a file's data.
  static ByteBuffer digest(Path path, long dataOffset) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Channels.read(channel, 0, Math.toIntExact(dataOffset)));
      return ByteBuffer.wrap(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
