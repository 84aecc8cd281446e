package io.ndmap.fill;

import io.ndmap.posix.DescriptorLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// The lock file of a fill, opened once, and locks of its bytes, which fall when the process dies.
///
/// For one thread at a time.
abstract sealed class LockFile implements AutoCloseable permits DescriptorLockFile, RecordLockFile {

  /// Opens a lock file with the best locks there are.
  ///
  /// @param create whether it is created if it does not exist
  /// @throws NoSuchFileException if it does not exist
  static LockFile open(Path path, boolean create) throws IOException {
    return DescriptorLocks.areAvailable()
        ? DescriptorLockFile.at(path, create)
        : RecordLockFile.at(path, create);
  }

  /// Opens a lock file to see who lives, with the best locks there are; it need not be writable
  /// here, and nothing is locked by it but for a moment.
  ///
  /// @throws NoSuchFileException if it does not exist
  static LockFile openToLook(Path path) throws IOException {
    return DescriptorLocks.areAvailable()
        ? DescriptorLockFile.toLookAt(path)
        : RecordLockFile.toLookAt(path);
  }

  /// Whether the name is still, or again, that of the opened file.
  abstract boolean isStillNamed() throws IOException;

  /// Locks a byte, without waiting.
  ///
  /// @return false if somebody else has it
  abstract boolean tryLock(long at) throws IOException;

  /// Unlocks a byte.
  abstract void unlock(long at) throws IOException;

  /// Whether somebody else has a byte locked.
  abstract boolean isLockedElsewhere(long at) throws IOException;

  /// Makes sure that a byte's lock is still there, where locks can be lost.
  ///
  /// @throws FillException if it is lost
  abstract void requireLocked(long at) throws IOException;

  /// Drops all locks.
  @Override
  public abstract void close() throws IOException;

  /// What tells files apart that have had the same name.
  ///
  /// @return null if there is no such file
  static @Nullable Object key(Path path) throws IOException {
    try {
      Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
      if (key == null) {
        throw new FillException(
            path + ": its file system does not tell files apart (no inodes), which fills rely on");
      }
      return key;
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}
