package io.ndmap.npz;

import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A lock that prevents concurrent rewriting of an archive. The kernel releases the lock when the
/// process dies. If native access is impossible ([OpenFile#obstacle]), nothing is locked.
final class ArchiveLock implements AutoCloseable {

  // The file offset of the locked byte: beyond the bytes of any file, and different from the
  // offsets that fills and appenders lock.
  private static final long BYTE = Long.MAX_VALUE - 1;

  private final @Nullable OpenFile file;

  private ArchiveLock(@Nullable OpenFile file) {
    this.file = file;
  }

  /// Locks an archive.
  ///
  /// @throws FileSystemException if another writer has the lock
  /// @throws IOException if the file cannot be opened, or its file system does not support the lock
  static ArchiveLock of(Path archive) throws IOException {
    if (OpenFile.obstacle().isPresent()) {
      return new ArchiveLock(null);
    }
    while (true) {
      OpenFile file = OpenFile.open(archive, false);
      try {
        if (!file.tryLock(BYTE)) {
          throw new FileSystemException(
              archive.toString(), null, "another process or thread is rewriting this archive");
        }
        if (file.isAt(archive)) {
          return new ArchiveLock(file);
        }
      } catch (Throwable e) {
        file.close();
        throw e;
      }
      // Another writer replaced the archive before this file was locked: lock the new archive.
      file.close();
    }
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
