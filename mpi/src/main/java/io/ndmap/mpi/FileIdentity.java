package io.ndmap.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;

/// Identifies the file that rank 0 opened, so that other ranks detect that there is none, or
/// another one, at the same path.
///
/// @param machine on which a rank sees it
/// @param local whether it is in a file system of that machine
/// @param device number of the file system
/// @param inode number of the file
record FileIdentity(UUID machine, boolean local, long device, long inode) {

  static final int BYTES = 1 + 4 * Long.BYTES;

  /// Identifies a file as this rank sees it.
  ///
  /// @param path a file that is there
  static FileIdentity of(Path path) throws IOException {
    return numbered(path, Access.isLocal(path.toRealPath()));
  }

  private static FileIdentity numbered(Path path, boolean local) throws IOException {
    var numbers = Files.readAttributes(path, "unix:dev,ino");
    return new FileIdentity(
        Machine.ID,
        local,
        (long) numbers.getOrDefault("dev", 0L),
        (long) numbers.getOrDefault("ino", 0L));
  }

  /// Requires that a rank sees the same file: with the same numbers on the same machine, and not
  /// each in a file system of its own machine. Network file systems have the same files everywhere,
  /// but not always the same numbers.
  ///
  /// @throws NoSuchFileException if it sees none
  /// @throws IOException if it sees another one
  void require(Path path, int rank) throws IOException {
    boolean other;
    try {
      FileIdentity own = numbered(path, local);
      // For the kind of file system the JDK looks through all mounts: only where it must.
      other =
          local
              && (machine.equals(Machine.ID)
                  ? !own.equals(this)
                  : Access.isLocal(path.toRealPath()));
    } catch (NoSuchFileException e) {
      var missing =
          new NoSuchFileException(
              path.toString(),
              null,
              "rank "
                  + rank
                  + " finds no file, but rank 0 opened it: it was deleted meanwhile, or the ranks"
                  + " do not share a file system");
      missing.initCause(e);
      throw missing;
    }
    if (other) {
      throw new IOException(
          path
              + ": rank "
              + rank
              + " finds another file than rank 0 opened: it was replaced meanwhile, or the ranks do"
              + " not share a file system");
    }
  }

  ByteBuffer put(ByteBuffer buffer) {
    return put(buffer, machine).put((byte) (local ? 1 : 0)).putLong(device).putLong(inode);
  }

  static FileIdentity get(ByteBuffer buffer) {
    return new FileIdentity(getUuid(buffer), buffer.get() != 0, buffer.getLong(), buffer.getLong());
  }

  private static ByteBuffer put(ByteBuffer buffer, UUID id) {
    return buffer.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  private static UUID getUuid(ByteBuffer buffer) {
    return new UUID(buffer.getLong(), buffer.getLong());
  }
}
