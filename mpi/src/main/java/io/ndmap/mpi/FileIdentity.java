package io.ndmap.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;

/// Which file it is that rank 0 sees under a name: on another machine there may be none, or one
/// that an earlier job left.
///
/// @param local whether it is in a file system of this machine. On others the numbers need not be
///   the same for all machines, and are 0
/// @param inode its number
/// @param created when it was made, in nanoseconds since 1970: machines that do the same have the
///   same numbers for different files
record FileIdentity(boolean local, long inode, long created) {

  static final int BYTES = 1 + 2 * Long.BYTES;

  /// @param path a file that is there
  static FileIdentity of(Path path) throws IOException {
    Path real = path.toRealPath();
    return Access.isLocal(real) ? ofLocal(real) : new FileIdentity(false, 0, 0);
  }

  private static FileIdentity ofLocal(Path path) throws IOException {
    long inode = (Long) Files.getAttribute(path, "unix:ino");
    FileTime created = (FileTime) Files.getAttribute(path, "creationTime");
    return new FileIdentity(true, inode, created.to(TimeUnit.NANOSECONDS));
  }

  /// Requires that a rank sees the same file.
  ///
  /// @throws NoSuchFileException if it sees none
  /// @throws IOException if it sees another one
  void require(Path path, int rank) throws IOException {
    FileIdentity own;
    try {
      own = local ? ofLocal(path) : of(path);
    } catch (NoSuchFileException e) {
      var missing =
          new NoSuchFileException(
              path.toString(),
              null,
              "rank "
                  + rank
                  + " does not see this file, and rank 0 did: all ranks need a file system that"
                  + " they share");
      missing.initCause(e);
      throw missing;
    }
    if (local && !own.equals(this)) {
      throw new IOException(
          path
              + ": rank "
              + rank
              + " sees another file of this name than rank 0 did: it was replaced meanwhile, or"
              + " the ranks do not share the file system");
    }
  }

  ByteBuffer put(ByteBuffer buffer) {
    return buffer.put((byte) (local ? 1 : 0)).putLong(inode).putLong(created);
  }

  static FileIdentity get(ByteBuffer buffer) {
    return new FileIdentity(buffer.get() != 0, buffer.getLong(), buffer.getLong());
  }
}
