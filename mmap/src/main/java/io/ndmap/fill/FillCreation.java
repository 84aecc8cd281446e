package io.ndmap.fill;

import io.ndmap.dtype.DType;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.Order;
import io.ndmap.nd.Partition;
import io.ndmap.nd.Shape;
import io.ndmap.npy.NpyHeader;
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

/// The making of a fill's files, by who holds the mutex: whoever is killed between two steps leaves
/// nothing that counts, or all.
///
/// @param files their names
/// @param spec what is to be filled
/// @param progress told each step
record FillCreation(FillFiles files, FillSpec spec, Consumer<FillStep> progress) {

  /// Bytes that a chunk holds unless the caller says otherwise.
  static final long CHUNK_BYTES = 1 << 20;

  /// Makes the files; if it fails, nothing is left.
  void run() throws IOException {
    if (Files.exists(files.array(), LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          files.array().toString(), null, "exists, but there is no array that it leads to");
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
      Ledger.create(files.newLedger(), header);
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
    if (inode >= 0 && inode(data) == inode) {
      Files.delete(data);
    }
    Files.deleteIfExists(files.ledger());
    files.removeLeftovers();
  }

  private void nameArray() throws IOException {
    if (spec.visible()) {
      link(files.newArray(), files.array());
      Files.delete(files.newArray());
    } else {
      // Nobody else uses this name.
      Files.move(files.newArray(), files.working(), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /// Gives a file one more name, which must be free.
  static void link(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(
          name.toString(), null, "exists, and did not when the fill was begun");
    } catch (UnsupportedOperationException e) {
      throw new IOException(
          name + ": its file system has no hard links, by which a fill names its array", e);
    }
  }

  private LedgerHeader header(NpyFile array) throws IOException {
    NpyHeader header = array.header();
    Shape chunk = chunkShape();
    return new LedgerHeader(
        UUID.randomUUID(),
        Partition.chunks(spec.shape(), spec.order(), chunk).count(),
        inode(array.path()),
        header.dataOffset() + header.dataBytes(),
        header.dataOffset(),
        digest(array.path(), header.dataOffset()),
        spec.durable(),
        spec.visible(),
        spec.maxFailures(),
        spec.maxDeaths(),
        chunk);
  }

  private Shape chunkShape() {
    Shape wanted = spec.chunkShape();
    return wanted == null
        ? chunkShape(spec.dtype(), spec.shape(), spec.order())
        : Entrance.cut(wanted, spec.shape());
  }

  /// The lengths of a chunk of about 1 MiB whose bytes lie together.
  static Shape chunkShape(DType dtype, Shape shape, Order order) {
    return Partition.chunksOf(shape, order, dtype.itemsize(), CHUNK_BYTES).chunkShape();
  }

  /// The number of a file in its file system.
  ///
  /// @return -1 if there is no such file
  static long inode(Path path) throws IOException {
    return LockFile.key(path) == null ? -1 : (long) Files.getAttribute(path, "unix:ino");
  }

  /// SHA-256 of what stands before a file's data.
  static ByteBuffer digest(Path path, long dataOffset) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(dataOffset));
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until all is read or the file ends.
      }
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes.flip());
      return ByteBuffer.wrap(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
