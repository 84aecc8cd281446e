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

/// Identifies the file that rank 0 opened, so that every rank detects a missing or different file
/// at the same path.
///
/// @param machine the machine of the rank that identifies the file
/// @param local whether the file is on a file system of that machine alone
/// @param device the number of the file system
/// @param inode the inode number of the file
/// @param size the size in bytes
/// @param modified the time of its last modification, in nanoseconds since 1970
record FileIdentity(
    UUID machine, boolean local, long device, long inode, long size, long modified) {

  /// The length of an encoded identity in bytes.
  static final int BYTES = 1 + 6 * Long.BYTES;

  /// The longest time for which a client of a network file system caches which file has a name, or
  /// that no file has this name: 60 s on NFS (nfs(5), acdirmax), plus a margin.
  private static final Duration MEMORY = Duration.ofSeconds(65);

  /// The pause between two looks at the path.
  private static final long POLL_NANOS = 50_000_000;

  /// Identifies a file as this rank sees it.
  ///
  /// @param path an existing file
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

  /// Requires that this rank sees the same file at a path. On a file system that is not known to be
  /// local, retries for 65 s or until the thread is interrupted: a client may still cache the
  /// previous file of that name.
  ///
  /// @throws NoSuchFileException if this rank sees no file
  /// @throws IOException if this rank sees another file
  void require(Path path, int rank) throws IOException {
    require(path, rank, MEMORY);
  }

  /// Requires that this rank sees the same file, with another timeout.
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
      // Local file systems have no stale caches, and after the timeout no cache is stale.
      if ((local && isLocalHere(path))
          || System.nanoTime() - start > timeout.toNanos()
          || Thread.currentThread().isInterrupted()) {
        throw failure;
      }
      // No event reports that a client's cache has expired: poll.
      LockSupport.parkNanos(POLL_NANOS);
      askServer(path);
    }
  }

  /// Opens the file, because an NFS client then asks its server (nfs(5), close-to-open
  /// consistency). The client may answer `stat(2)` from its cache.
  private static void askServer(Path path) {
    try {
      FileChannel.open(path, StandardOpenOption.READ).close();
    } catch (IOException e) {
      // Later uses of the file report the failure.
    }
  }

  /// Returns whether this rank sees the identified file at a path. On the machine of rank 0, device
  /// and inode numbers identify a local file. A file that is local to the machine of rank 0 is
  /// never the same as one that is local to another machine. Otherwise an equal inode number is
  /// sufficient: most network file systems have the same inode numbers on all machines, and size
  /// and time may differ while other ranks write. If the inode numbers differ, equal size and time
  /// are sufficient.
  private boolean isAt(Path path) throws IOException {
    FileIdentity own = seen(path, local);
    if (!local) {
      return isLike(own);
    }
    // To find the type of a file system, the JDK searches all mounts: test the type only if needed.
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
