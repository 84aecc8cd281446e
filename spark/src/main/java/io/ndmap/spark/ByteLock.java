package io.ndmap.spark;

import io.ndmap.posix.OpenFile;
import io.ndmap.spark.option.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Has an NFS client send the bytes that are written, and no others.
///
/// Adjacent rows of tasks on several machines share a page. A Linux client that has the page in
/// memory, or takes it for one behind the end of the file, sends it whole: what others have written
/// there is lost. It does not while a byte of the file is locked (`nfs_can_extend_write` in
/// `fs/nfs/write.c`), and forgets what it has in memory when one is being locked (nfs(5), "Using
/// file locks with NFS"). Which byte does not matter: each writer has one of its own, behind all
/// data.
///
/// @param file which has the lock, or null where the file system has none, and needs none
record ByteLock(@Nullable OpenFile file) implements AutoCloseable {

  /// The number of the driver; those of attempts follow.
  static final long DRIVER = 0;

  private static final long AFTER_ALL_DATA = 1L << 62;

  /// Locks the byte of a writer, before it writes.
  ///
  /// @param path the file
  /// @param writer a number that no other writer of the file has
  /// @throws IOException if an NFS cannot lock
  static ByteLock hold(Path path, long writer) throws IOException {
    try {
      return new ByteLock(locked(path, writer));
    } catch (IOException e) {
      if (isNfs(path)) {
        throw new IOException(
            "cannot be locked ("
                + Reason.of(e, path)
                + "); on NFS, tasks of several machines would overwrite each other's rows",
            e);
      }
      return new ByteLock(null);
    }
  }

  private static OpenFile locked(Path path, long writer) throws IOException {
    if (OpenFile.obstacle().isPresent()) {
      throw new IOException(OpenFile.obstacle().get());
    }
    OpenFile file = OpenFile.open(path, false);
    try {
      if (file.tryLock(offset(writer))) {
        return file;
      }
      throw new IOException("the byte of writer " + writer + " is locked already");
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  /// The locked byte.
  static long offset(long writer) {
    return AFTER_ALL_DATA + writer;
  }

  private static boolean isNfs(Path path) {
    try {
      return Files.getFileStore(path).type().startsWith("nfs");
    } catch (IOException e) {
      // In a chroot or container the JDK may not find the mount point.
      return false;
    }
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
