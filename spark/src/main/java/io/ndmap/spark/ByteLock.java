package io.ndmap.spark;

import io.ndmap.posix.OpenFile;
import io.ndmap.spark.option.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Makes an NFS client send only the bytes that were written.
///
/// Adjacent rows of tasks on several machines may share a page. A Linux NFS client that has cached
/// the page, or believes that the page is beyond the end of the file, sends the whole page and so
/// overwrites what other machines have written there. It does not do so while a byte of the file is
/// locked (`nfs_can_extend_write` in `fs/nfs/write.c`), and it drops its cache when it locks a byte
/// (nfs(5), "Using file locks with NFS"). The locked byte may be any byte, so each writer locks a
/// byte of its own beyond all data.
///
/// @param file the open file that holds the lock; null if no lock was possible and the file is not
///   known to be on NFS
record ByteLock(@Nullable OpenFile file) implements AutoCloseable {

  /// The writer number of the driver; attempts of tasks have higher numbers.
  static final long DRIVER = 0;

  /// The offset of the first locked byte, beyond the data of any array.
  private static final long AFTER_ALL_DATA = 1L << 62;

  /// Locks the byte of a writer. To be called before the first write.
  ///
  /// @param path the file
  /// @param writer a number that no other writer of the file uses
  /// @throws IOException if the file is on NFS and cannot be locked
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

  /// The offset of the byte that a writer locks.
  static long offset(long writer) {
    return AFTER_ALL_DATA + writer;
  }

  private static boolean isNfs(Path path) {
    try {
      return Files.getFileStore(path).type().startsWith("nfs");
    } catch (IOException e) {
      // In a chroot or container, the JDK may not find the mount point.
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
