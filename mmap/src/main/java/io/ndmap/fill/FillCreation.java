package io.ndmap.fill;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
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
/// @param lockId of the lock file whose mutex is held
record FillCreation(FillFiles files, FillSpec spec, long lockId, Consumer<FillStep> progress) {

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

  /// By a link in any case: where the array could not be published by one, this fails before
  /// anything is filled.
  private void nameArray() throws IOException {
    link(files.newArray(), files.data(spec.visible()));
    Files.delete(files.newArray());
  }

  /// Gives a file one more name, which must be free.
  ///
  /// @throws FileAlreadyExistsException if it is not
  /// @throws FillException if the file system has no hard links
  static void link(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(
          name.toString(), null, "exists, and did not when the fill was begun");
    } catch (AccessDeniedException | NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      throw new FillException(
          name.toString(),
          "cannot be named by a hard link, which fills need to name their array in one step; its"
              + " file system is "
              + Files.getFileStore(file).type()
              + ". Where that has none (vfat, exFAT), fill on ext4, xfs, btrfs or tmpfs, and copy"
              + " the array: "
              + e.getMessage(),
          e);
    }
  }

  private LedgerHeader header(NpyFile array) throws IOException {
    NpyHeader header = array.header();
    Shape chunk = chunkShape();
    return new LedgerHeader(
        UUID.randomUUID(),
        Partition.chunks(spec.shape(), spec.order(), chunk).count(),
        FillFiles.inode(array.path()),
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
