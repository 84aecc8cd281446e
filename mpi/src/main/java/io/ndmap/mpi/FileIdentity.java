package io.ndmap.mpi;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/// Identifies the file that rank 0 opened, so that other ranks detect that there is none, or
/// another one, at the same path.
///
/// @param machine on which a rank sees it
/// @param local whether it is in a file system of that machine
/// @param device number of the file system
/// @param inode number of the file
/// @param size in bytes
/// @param modified when it was last written, in nanoseconds since 1970
record FileIdentity(
    UUID machine, boolean local, long device, long inode, long size, long modified) {

  static final int BYTES = 1 + 6 * Long.BYTES;

  /// The longest time for which a client of a network file system caches the file of a name, or
  /// that it had none: 60 s on NFS (nfs(5), acdirmax), and a bit.
  private static final Duration MEMORY = Duration.ofSeconds(65);

  private static final long POLL_NANOS = 50_000_000;

  /// Identifies a file as this rank sees it.
  ///
  /// @param path a file that is there
  static FileIdentity of(Path path) throws IOException {
    return seen(path, Access.isLocal(path.toRealPath()));
  }

  private static FileIdentity seen(Path path, boolean local) throws IOException {
    Map<String, Object> seen = Files.readAttributes(path, "unix:dev,ino,size,lastModifiedTime");
    return new FileIdentity(
        Host.ID,
        local,
        (long) seen.getOrDefault("dev", 0L),
        (long) seen.getOrDefault("ino", 0L),
        (long) seen.getOrDefault("size", 0L),
        ((FileTime) seen.getOrDefault("lastModifiedTime", FileTime.fromMillis(0))).to(NANOSECONDS));
  }

  /// Requires that a rank sees the same file. On a file system that is not known to be local it
  /// waits for that, unless it is interrupted: a client may still have the file that was there
  /// before.
  ///
  /// @throws NoSuchFileException if it sees none
  /// @throws IOException if it sees another one
  void require(Path path, int rank) throws IOException {
    require(path, rank, MEMORY);
  }

  /// The same, waiting no longer than this.
  void require(Path path, int rank, Duration timeout) throws IOException {
    long start = System.nanoTime();
    while (true) {
      IOException failure;
      try {
        if (isAt(path)) {
          return;
        }
        failure = another(path, rank);
      } catch (NoSuchFileException e) {
        failure = missing(path, rank);
        failure.initCause(e);
      }
      // Both have the file system to themselves, or nothing has changed for long.
      if ((local && isLocalHere(path))
          || System.nanoTime() - start > timeout.toNanos()
          || Thread.currentThread().isInterrupted()) {
        throw failure;
      }
      // No event tells that a client has forgotten.
      LockSupport.parkNanos(POLL_NANOS);
      askServer(path);
    }
  }

  /// An NFS client asks its server when a file is opened (nfs(5), close-to-open consistency), where
  /// it answers `stat(2)` from its memory.
  private static void askServer(Path path) {
    try {
      FileChannel.open(path, StandardOpenOption.READ).close();
    } catch (IOException e) {
      // Later uses of the file report it.
    }
  }

  /// On the machine of rank 0 numbers tell files apart. Network file systems mostly have the same
  /// number on all machines; where they have not, size and time tell. A number alone will do:
  /// others may be writing into the file.
  private boolean isAt(Path path) throws IOException {
    FileIdentity own = seen(path, local);
    if (!local) {
      return isLike(own);
    }
    // For the kind of file system the JDK looks through all mounts: only where it must.
    return machine.equals(Host.ID)
        ? own.device == device && own.inode == inode
        : isLike(own) && !Access.isLocal(path.toRealPath());
  }

  private boolean isLike(FileIdentity other) {
    return other.inode == inode || (other.size == size && other.modified == modified);
  }

  private static boolean isLocalHere(Path path) throws IOException {
    return Access.isLocal(Files.exists(path) ? path.toRealPath() : path);
  }

  private static NoSuchFileException missing(Path path, int rank) {
    return new NoSuchFileException(
        path.toString(),
        null,
        "rank "
            + rank
            + " finds no file, but rank 0 opened it: it was deleted meanwhile, or the ranks do not"
            + " share a file system");
  }

  private static IOException another(Path path, int rank) {
    return new IOException(
        path
            + ": rank "
            + rank
            + " finds another file than rank 0 opened: it was replaced meanwhile, or the ranks do"
            + " not share a file system");
  }

  ByteBuffer put(ByteBuffer buffer) {
    return buffer
        .putLong(machine.getMostSignificantBits())
        .putLong(machine.getLeastSignificantBits())
        .put((byte) (local ? 1 : 0))
        .putLong(device)
        .putLong(inode)
        .putLong(size)
        .putLong(modified);
  }

  static FileIdentity get(ByteBuffer buffer) {
    return new FileIdentity(
        new UUID(buffer.getLong(), buffer.getLong()),
        buffer.get() != 0,
        buffer.getLong(),
        buffer.getLong(),
        buffer.getLong(),
        buffer.getLong());
  }
}
