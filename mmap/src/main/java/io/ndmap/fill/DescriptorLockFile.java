package io.ndmap.fill;

import io.ndmap.posix.DescriptorLocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/// Locks that nothing but closing and death takes away.
final class DescriptorLockFile extends LockFile {

  private final Path path;
  private final DescriptorLocks locks;

  private DescriptorLockFile(Path path, DescriptorLocks locks) {
    this.path = path;
    this.locks = locks;
  }

  static DescriptorLockFile at(Path path, boolean create) throws IOException {
    return new DescriptorLockFile(path, DescriptorLocks.open(path, create));
  }

  static DescriptorLockFile toLookAt(Path path) throws IOException {
    return new DescriptorLockFile(path, DescriptorLocks.openToLook(path));
  }

  @Override
  boolean isStillNamed() throws IOException {
    return Objects.equals(key(path), key(locks.self()));
  }

  @Override
  boolean tryLock(long at) throws IOException {
    return locks.tryLock(at);
  }

  @Override
  void unlock(long at) throws IOException {
    locks.unlock(at);
  }

  @Override
  boolean isLockedElsewhere(long at) throws IOException {
    return locks.isLockedElsewhere(at);
  }

  @Override
  void requireLocked(long at) {
    // They cannot be lost.
  }

  @Override
  public void close() {
    locks.close();
  }
}
