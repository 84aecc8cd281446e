package io.ndmap.fill;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/// The lock file of a fill as one participant has it open: the mutex, which only one of all
/// processes holds, and the bytes that say who lives.
///
/// May be used by many threads, of which one holds the mutex. All but [#lock], [#tryLock] and
/// [#close] is for the one that holds it.
final class Mutex implements AutoCloseable {

  private static final long BYTE = 0;
  private static final long FIRST_SLOT = 1;
  private static final int SPINS = 20;
  private static final long SHORTEST_NANOS = 50_000;
  private static final long LONGEST_NANOS = 2_000_000;

  private final Path path;
  private final LockFile file;
  private final ReentrantLock threads = new ReentrantLock();

  private Mutex(Path path, LockFile file) {
    this.path = path;
    this.file = file;
  }

  /// Opens the lock file that has the name and takes the mutex.
  ///
  /// @param create whether the file is created if there is none
  /// @return the mutex, held
  /// @throws NoSuchFileException if there is no file and none is to be created
  /// @throws FillTimeoutException if somebody else holds the mutex for too long
  /// @throws InterruptedException if the thread is interrupted; nothing is held
  static Mutex openLocked(Path path, boolean create, Deadline deadline)
      throws IOException, InterruptedException {
    while (true) {
      Mutex mutex = new Mutex(path, LockFile.open(path, create));
      try {
        mutex.lock(deadline);
        if (mutex.file.isStillNamed()) {
          return mutex;
        }
        // Whoever finished the fill has removed it between our opening and our locking.
        mutex.unlock();
      } catch (Throwable e) {
        mutex.close();
        throw e;
      }
      mutex.close();
    }
  }

  /// Takes the mutex.
  ///
  /// @throws FillTimeoutException if somebody else holds it for too long
  /// @throws InterruptedException if the thread is interrupted; it is not held
  void lock(Deadline deadline) throws IOException, InterruptedException {
    long pause = SHORTEST_NANOS;
    for (int tries = 0; !tryLock(); tries++) {
      if (deadline.hasPassed()) {
        throw new FillTimeoutException(
            path
                + ": another process has held the mutex for "
                + deadline.text()
                + "; if it is stopped, continue or kill it (ndmap fill status tells, ndmap fill"
                + " evict kills)");
      }
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else {
        deadline.sleep(pause);
        pause = Math.min(2 * pause, LONGEST_NANOS);
      }
    }
  }

  /// Takes the mutex if it is free.
  ///
  /// @return false if somebody else has it
  boolean tryLock() throws IOException {
    if (!threads.tryLock()) {
      return false;
    }
    boolean locked = false;
    try {
      locked = file.tryLock(BYTE);
    } finally {
      if (!locked) {
        threads.unlock();
      }
    }
    return locked;
  }

  /// Gives the mutex back.
  void unlock() throws IOException {
    try {
      file.unlock(BYTE);
    } finally {
      threads.unlock();
    }
  }

  /// Whether the lock file has its name still. If not, the fill is over, and another one of the same
  /// name may have begun.
  boolean isNamed() throws IOException {
    return file.isStillNamed();
  }

  /// Takes a slot for as long as this is open.
  ///
  /// @return false if its participant lives
  boolean tryTakeSlot(int slot) throws IOException {
    return file.tryLock(FIRST_SLOT + slot);
  }

  /// Whether another participant lives.
  boolean isAlive(int slot) throws IOException {
    return file.isLockedElsewhere(FIRST_SLOT + slot);
  }

  /// Whether the participant in a slot lives, for who has only opened the lock file.
  static boolean isAlive(LockFile file, int slot) throws IOException {
    return file.isLockedElsewhere(FIRST_SLOT + slot);
  }

  /// Makes sure that the others know that this participant lives; also without the mutex.
  ///
  /// @throws FillException if the lock was lost
  void requireSlot(int slot) throws IOException {
    file.requireLocked(FIRST_SLOT + slot);
  }

  /// Drops all locks; the mutex as well if it is held.
  @Override
  public void close() throws IOException {
    threads.lock();
    try {
      file.close();
    } finally {
      // Once for this, and once more for the mutex.
      while (threads.isHeldByCurrentThread()) {
        threads.unlock();
      }
    }
  }
}
